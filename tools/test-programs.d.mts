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
/** @param parameters of the command: `--install` permits it anywhere. */
export function mayInstall(parameters: readonly string[]): boolean;
export function installCommand(needs: readonly ProgramName[]): string;
export function installPrograms(needs: readonly ProgramName[]): Promise<void>;
