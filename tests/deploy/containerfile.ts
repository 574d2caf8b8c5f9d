/** Reads a Containerfile into stages whose steps can be run without a container engine (`native-container.ts`). */
import { readFileSync } from 'node:fs';
import {
  type Copy,
  DockerfileParser,
  type From,
  type Instruction,
  type JSONInstruction,
  type PropertyInstruction,
} from 'dockerfile-ast';

export type Step =
  | { kind: 'copy'; from: string | null; sources: string[]; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'workdir'; path: string }
  | { kind: 'env'; values: Record<string, string> }
  | { kind: 'arg'; name: string; value: string };

export interface Stage {
  name: string;
  /** Name of an earlier stage, or the reference of an image. */
  base: string;
  steps: Step[];
  user: string;
  volumes: string[];
  /** Ports, as written. */
  exposed: string[];
  stopSignal: string;
  /** The program and its parameters. */
  entrypoint: string[];
  healthCheck: string[];
}

/** Replaces variables. @throws for a variable without a value, which an engine would replace by an empty text. */
function expanded(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`\${${name}} is not set`);
    return value;
  });
}

function readList(instruction: Instruction): string[] {
  const text = instruction.getArgumentsContent() ?? '';
  const list: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw new Error(`${instruction.getKeyword()} must be a JSON list: a shell between would keep signals from Node`);
  return list;
}

const readFlag = (instruction: JSONInstruction, name: string) =>
  instruction
    .getFlags()
    .find((flag) => flag.getName() === name)
    ?.getValue() ?? null;

function addTo(stage: Stage, instruction: Instruction, values: Record<string, string>, given: Record<string, string>) {
  const text = instruction.getArgumentsContent() ?? '';
  switch (instruction.getKeyword()) {
    case 'COPY': {
      const copy = instruction as Copy;
      const unknown = copy.getFlags().filter((flag) => flag.getName() !== 'from');
      if (unknown.length > 0) throw new Error(`COPY ${unknown.join(' ')} is not among what can be run here`);
      const paths = text.split(/\s+/);
      stage.steps.push({
        kind: 'copy',
        from: readFlag(copy, 'from'),
        sources: paths.slice(0, -1),
        target: paths.at(-1) ?? '',
      });
      return;
    }
    case 'RUN':
      stage.steps.push({ kind: 'run', command: text });
      return;
    case 'WORKDIR':
      stage.steps.push({ kind: 'workdir', path: text });
      return;
    case 'ENV': {
      const pairs = (instruction as PropertyInstruction)
        .getProperties()
        .map((property) => [property.getName(), expanded(property.getValue() ?? '', values)] as const);
      Object.assign(values, Object.fromEntries(pairs));
      stage.steps.push({ kind: 'env', values: Object.fromEntries(pairs) });
      return;
    }
    case 'ARG': {
      const [property] = (instruction as PropertyInstruction).getProperties();
      const name = property?.getName() ?? '';
      const value = given[name] ?? property?.getValue() ?? '';
      values[name] = value;
      stage.steps.push({ kind: 'arg', name, value });
      return;
    }
    case 'USER':
      stage.user = text;
      return;
    case 'VOLUME':
      stage.volumes.push(...text.split(/\s+/));
      return;
    case 'EXPOSE':
      stage.exposed.push(...text.split(/\s+/));
      return;
    case 'STOPSIGNAL':
      stage.stopSignal = text;
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = readList(instruction);
      return;
    case 'HEALTHCHECK':
      stage.healthCheck = readList(instruction);
      return;
    default:
      throw new Error(`${instruction.getKeyword()} is not among what can be run here`);
  }
}

/**
 * @param given the values of ARG, like `--build-arg`.
 * @returns the stages in the order of the file.
 * @throws for an instruction, a flag or a form that `native-container.ts` could not run as an engine would.
 */
export function readContainerfile(path: string, given: Record<string, string> = {}): Stage[] {
  const stages: Stage[] = [];
  const global: Record<string, string> = {};
  let values: Record<string, string> = {};
  for (const instruction of DockerfileParser.parse(readFileSync(path, 'utf8')).getInstructions()) {
    const stage = stages.at(-1);
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      values = {};
      stages.push({
        name: from.getBuildStage() ?? String(stages.length),
        base: expanded(from.getImage() ?? '', global),
        steps: [],
        user: '0:0',
        volumes: [],
        exposed: [],
        stopSignal: 'SIGTERM',
        entrypoint: [],
        healthCheck: [],
      });
    } else if (stage) addTo(stage, instruction, values, given);
    else {
      const [property] = (instruction as PropertyInstruction).getProperties();
      const name = property?.getName() ?? '';
      global[name] = given[name] ?? property?.getValue() ?? '';
    }
  }
  return stages;
}
