/**
 * Records spans for traces when tracing is on (docs/decisions/0044-ids-and-traces.md); otherwise a call costs one comparison.
 * Does not depend on the recorder, so every room may use it.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;
/** Adds attributes that are known only later. */
export type AddAttributes = (attributes: SpanAttributes) => void;

export interface SpanRecorder {
  span: <Result>(
    name: string,
    attributes: SpanAttributes,
    action: (note: AddAttributes) => Result,
    incoming?: Readonly<Record<string, string | string[] | undefined>>,
  ) => Result;
  /** Records a span that ends now. Only within another span. */
  past: (name: string, attributes: SpanAttributes, milliseconds: number) => void;
}

let recorder: SpanRecorder | null = null;
const ignore = () => undefined;

/** Sets the recorder of spans; null ends the recording. */
export function recordSpans(next: SpanRecorder | null): void {
  recorder = next;
}

export const isTracing = (): boolean => recorder !== null;

/**
 * Runs `action` as a span, which ends when the action's promise settles, or with the action; a throw marks it as failed. Attributes must not tell
 * anything about a person. @param incoming headers of a request that may name the caller's span.
 */
export function traced<Result>(
  name: string,
  attributes: SpanAttributes,
  action: (note: AddAttributes) => Result,
  incoming?: Parameters<SpanRecorder['span']>[3],
): Result {
  return recorder ? recorder.span(name, attributes, action, incoming) : action(ignore);
}

export function recordEndedSpan(name: string, attributes: SpanAttributes, milliseconds: number): void {
  recorder?.past(name, attributes, milliseconds);
}
