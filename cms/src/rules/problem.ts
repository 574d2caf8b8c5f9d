/** A fault in a document, described for the editor who caused it. The panel shows the message next to the field of `path`. */
export interface Problem {
  path: (string | number)[];
  message: string;
}

/** A list of one problem. */
export function tell(path: Problem['path'], message: string): Problem[] {
  return [{ path, message }];
}
