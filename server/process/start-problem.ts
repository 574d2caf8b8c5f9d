/** Explains a failed start in one sentence for the operator, with an exit code that says who has to act. */
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Config, ConfigError } from '../config.ts';

/** Exit codes as in sysexits.h: a wrong setting, which a restart does not solve; or a port in use, which may be free at a later start. */
const wrongSettingCode = 78;
const portInUseCode = 75;

interface StartProblem {
  sentence: string;
  exitCode: number;
}

function toSystemError(error: unknown): NodeJS.ErrnoException | null {
  return error instanceof Error && 'code' in error ? (error as NodeJS.ErrnoException) : null;
}

/**
 * Creates the folder of everything that must outlive a restart. A read-only folder is enough for pages; the running site reports it.
 * @throws ConfigError when the folder cannot be used at all.
 */
export function createDataDir({ dataDir }: Config): void {
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${dataDir} (${toSystemError(error)?.code ?? String(error)}).`);
  }
}

/** Describes the problem. @returns null for a bug of the program itself, which needs its stack trace. */
function describeProblem(error: unknown, config: Config | null): StartProblem | null {
  // Not `instanceof`: in development the class exists twice, once through Vite.
  if (error instanceof Error && error.name === ConfigError.name)
    return { sentence: error.message, exitCode: wrongSettingCode };
  const system = toSystemError(error);
  if (!system || !config) return null;
  const { host, port } = config;
  if (system.syscall === 'getaddrinfo' || system.code === 'EADDRNOTAVAIL')
    return { sentence: `HOST is no address of this machine: ${host} (${system.code}).`, exitCode: wrongSettingCode };
  if (system.syscall !== 'listen') return null;
  if (system.code === 'EADDRINUSE') return { sentence: describePortInUse(port, 'PORT'), exitCode: portInUseCode };
  return { sentence: `PORT cannot be used: ${port} (${system.code}).`, exitCode: wrongSettingCode };
}

/** Prints why the start failed and ends the process. @throws the error itself when it is a bug of the program. */
export function endStart(error: unknown, config: Config | null): never {
  const problem = describeProblem(error, config);
  if (!problem) throw error;
  process.stderr.write(`The site did not start:\n${problem.sentence}\n`);
  process.exit(problem.exitCode);
}

function describePortInUse(port: number | string, variable: string): string {
  return `Port ${port} is in use: another program, or another start of this one, listens there. End it, or choose another port with ${variable}.`;
}

/**
 * Ends the process with a sentence when another program listens on the port. Tools call it before they build or start something slow.
 * @param variable the setting that names the port.
 */
export async function endIfPortInUse(port: number | string, variable: string, host?: string): Promise<void> {
  const server = createServer().listen({ port: Number(port), ...(host && { host }) });
  const isInUse = await once(server, 'listening').then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE',
  );
  server.close();
  if (!isInUse) return;
  process.stderr.write(`\n  ${describePortInUse(port, variable)}\n\n`);
  process.exit(portInUseCode);
}
