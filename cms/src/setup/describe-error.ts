/** What an error says, for a log or for the reader of a page: anything may be thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
