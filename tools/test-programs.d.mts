interface TestProgram {
  name: string;
  packages: readonly string[];
  files: readonly (readonly string[])[];
}

/** A program that tests need besides Node. */
export type ProgramName =
  | 'browser'
  | 'postgres'
  | 'valkey'
  | 'nginx'
  | 'varnish'
  | 'prometheus'
  | 'clamd'
  | 'firefox'
  | 'webkit';

export const testPrograms: Readonly<Record<ProgramName, TestProgram>>;
/** The programs of a whole `npm test`. Only `npm run test:exhaustive` needs the others. */
export const usualPrograms: readonly ProgramName[];
export function missingPrograms(needs: readonly ProgramName[]): ProgramName[];
/** The environment variable that says that somebody was asked. */
export const askedVariable: string;
interface Terminal {
  inContainer?: boolean;
  input?: NodeJS.ReadableStream & { isTTY?: boolean };
  output?: NodeJS.WritableStream;
}
/** @param parameters of the command: `--install` permits it anywhere. */
export function mayInstall(
  needs: readonly ProgramName[],
  parameters: readonly string[],
  terminal?: Terminal,
): Promise<boolean>;
export function installCommand(needs: readonly ProgramName[]): string;
export function installPrograms(needs: readonly ProgramName[]): Promise<void>;
