/** Builds and runs a Containerfile without a container engine: every step runs in the folder that the earlier steps produced. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { hashFiles } from '../../tools/checks/project-files.ts';
import { generatedFolders } from '../../tools/checks/project-files.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { type Stage, readContainerfile } from './containerfile.ts';
import { asUser, isolated, outerEnvironment, registrySettings } from './isolated-process.ts';

const cacheFolder = join(projectRoot, '.cache/containers');

export interface BuiltStage {
  /** The folder that is its file system. */
  root: string;
  stage: Stage;
  environment: Record<string, string>;
  workdir: string;
}
type Earlier = ReadonlyMap<string, BuiltStage & { key: string }>;

/** Copies as an engine does: the content of a folder, or files into a folder. */
function copy(sources: readonly string[], into: string, from: string): void {
  for (const source of sources) {
    const path = join(from, source);
    const folder = statSync(path).isDirectory();
    const inFolder = !folder && (sources.length > 1 || into.endsWith('/') || existsSync(into));
    if (folder && from !== projectRoot) {
      // Links, because packages have tens of thousands of files. No step may write into a file that an earlier stage has made.
      mkdirSync(into, { recursive: true });
      execFileSync('cp', ['-al', `${path}/.`, into]);
      continue;
    }
    cpSync(path, inFolder ? join(into, basename(source)) : into, {
      recursive: true,
      verbatimSymlinks: true,
      // Files that `.dockerignore` hides from an engine.
      filter: (name) => from !== projectRoot || !generatedFolders.has(basename(name)),
    });
  }
}

/** Runs a step. @throws with the output of a step that fails. */
function runSteps(stage: Stage, root: string, earlier: Earlier): void {
  const base = earlier.get(stage.base);
  const environment: Record<string, string> = { ...registrySettings(), ...base?.environment };
  let workdir = base?.workdir ?? '/';
  if (base) execFileSync('cp', ['-al', base.root, root]);
  mkdirSync(root, { recursive: true });
  for (const step of stage.steps) {
    if (step.kind === 'workdir') {
      workdir = resolve(workdir, step.path);
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (step.kind === 'env') Object.assign(environment, step.values);
    else if (step.kind === 'arg') environment[step.name] = step.value;
    else if (step.kind === 'copy') {
      const from = step.from === null ? projectRoot : earlier.get(step.from)?.root;
      if (from === undefined) throw new Error(`COPY --from=${step.from}: there is no such stage before`);
      copy(step.sources, join(root, resolve(workdir, step.target)) + (step.target.endsWith('/') ? '/' : ''), from);
    } else {
      const program = { command: ['sh', '-c', step.command], environment, workdir, user: '0:0' };
      execFileSync('unshare', isolated(root, program), { stdio: 'pipe', env: outerEnvironment() });
    }
  }
}

/** Hashes the steps and their files, so that equal stages have the same key. */
function hashStage(stage: Stage, earlier: Earlier): string {
  const hash = createHash('sha256').update(JSON.stringify(stage));
  hash.update(earlier.get(stage.base)?.key ?? process.version);
  for (const step of stage.steps) {
    if (step.kind !== 'copy') continue;
    const files = () => hashFiles(step.sources.map((source) => join(projectRoot, source)));
    hash.update(step.from === null ? files() : (earlier.get(step.from)?.key ?? ''));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Builds every stage of a file. Stages that are up to date are taken from `.cache/containers/`, like layers from an engine's cache.
 * @param given the values of ARG.
 * @returns the last stage.
 * @throws when a step fails.
 */
export function buildNatively(file: string, given: Record<string, string> = {}): BuiltStage {
  const earlier = new Map<string, BuiltStage & { key: string }>();
  mkdirSync(cacheFolder, { recursive: true });
  for (const stage of readContainerfile(join(projectRoot, file), given)) {
    const key = hashStage(stage, earlier);
    const name = `${basename(file, '.Containerfile')}-${stage.name}-`;
    const root = join(cacheFolder, name + key);
    if (!existsSync(root)) {
      for (const former of readdirSync(cacheFolder))
        if (former.startsWith(name)) rmSync(join(cacheFolder, former), { recursive: true, force: true });
      const draft = join(cacheFolder, `${name}draft`);
      runSteps(stage, draft, earlier);
      renameSync(draft, root);
    }
    const base = earlier.get(stage.base);
    const environment = { ...base?.environment };
    let workdir = base?.workdir ?? '/';
    for (const step of stage.steps) {
      if (step.kind === 'env') Object.assign(environment, step.values);
      if (step.kind === 'workdir') workdir = resolve(workdir, step.path);
    }
    earlier.set(stage.name, { root, stage, environment, workdir, key });
  }
  const last = [...earlier.values()].at(-1);
  if (!last) throw new Error(`${file} has no stage`);
  return last;
}

export interface NativeContainer {
  output: () => string;
  /** False once its first process has ended. */
  runs: () => boolean;
  /** Its first process, as this machine numbers it. */
  pid: () => number;
  /** Runs a program inside, as the container's user. @returns what it wrote. @throws when it fails. */
  exec: (command: readonly string[]) => string;
  /** Sends the stop signal of the file. @returns the exit code. */
  stop: () => Promise<number | null>;
}

/**
 * Starts the image with its own user, without rights, on a read-only root.
 * @param volumes a folder of this machine for each volume of the file.
 * @throws when one is missing.
 */
export function runNatively(
  { root, stage, workdir, environment }: BuiltStage,
  settings: Record<string, string>,
  volumes: Record<string, string>,
): NativeContainer {
  for (const volume of stage.volumes) if (!volumes[volume]) throw new Error(`there is no folder for ${volume}`);
  const program = {
    command: stage.entrypoint,
    environment: { ...environment, ...settings },
    workdir,
    user: stage.user,
    readOnly: true,
    volumes,
  };
  const child = spawn('unshare', isolated(root, program), {
    env: outerEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const pid = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
  return {
    output: () => output,
    runs: () => child.exitCode === null && child.signalCode === null,
    pid,
    exec: (command) =>
      execFileSync(
        'nsenter',
        [`--target=${pid()}`, '--mount', '--pid', '--root', `--wdns=${workdir}`, ...asUser({ ...program, command })],
        { stdio: 'pipe' },
      ).toString(),
    async stop() {
      process.kill(pid(), stage.stopSignal);
      return ended;
    },
  };
}
