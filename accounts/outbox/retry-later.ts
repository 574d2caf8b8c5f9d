/** The failure of a delivery whose receiver is busy: it says how long to wait at least. */
export class RetryLater extends Error {
  /** Milliseconds; 0 when the receiver did not say. */
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
