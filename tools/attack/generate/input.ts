/** An input of the attack, and the kinds that there are. */

export const inputKinds = [
  'raw HTTP',
  'page address',
  'poisoning',
  'form',
  'multipart',
  'CV file',
  'cookie',
  'consent',
  'webhook',
  'corpus',
] as const;
export type InputKind = (typeof inputKinds)[number];

export interface Input {
  kind: InputKind;
  /** The name of an input of the corpus. */
  name?: string;
  /** Sent in order on one connection, with a pause between them. */
  pieces: Buffer[];
  /** The maximum number of final answers on the connection; more mean that a request was smuggled inside another. */
  maxAnswers: number;
  /** The request is complete, so the site must answer or close the connection. */
  complete: boolean;
  /** A path to request without the attack's headers afterwards: it must still have its usual bytes. */
  poisons?: string;
}

/** @param line the request line, without the version. */
export function formatRequest(line: string, lines: readonly string[], body: Buffer = Buffer.alloc(0)): Buffer {
  const head = [`${line} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]);
}
