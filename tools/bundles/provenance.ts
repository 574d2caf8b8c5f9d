/**
 * Describes what `dist/` was built from, as an in-toto statement with SLSA's predicate for builds: the digest of every file, the commit, the
 * lockfile, the tools. Two builds of the same commit on the same platform have the same statement, so it names no time. It is not signed: that
 * is a step of the release (docs/operating.md).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { listAllFiles } from '../checks/project-files.ts';

export const provenanceName = 'provenance.json';
/** Described in docs/operating.md. */
const buildType = 'urn:brokerfront:build:1';
const commitPattern = /^[0-9a-f]{40}$/;

const digest = v.record(v.string(), v.string());
/** The fields that the check compares. */
const statement = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    subject: v.array(v.object({ name: v.string(), digest })),
    predicate: v.object({
      buildDefinition: v.object({
        externalParameters: v.object({ buildId: v.string() }),
        resolvedDependencies: v.array(v.object({ name: v.string(), digest: v.optional(digest) })),
      }),
    }),
  }),
);

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Lists the files of the build in order, relative to its folder, without this statement. */
function builtFiles(dist: string): string[] {
  return listAllFiles(dist)
    .map((file) => relative(dist, file).replaceAll('\\', '/'))
    .filter((name) => name !== provenanceName)
    .sort();
}

interface Commit {
  id: string;
  /** True when files that the build reads differ from the commit. */
  changed: boolean;
}

/** Reads the current commit. @param sources the paths that the build reads. @returns null without a commit, as in an image without `SOURCE_COMMIT`. */
export function readCommit(root: string, sources: readonly string[], env: NodeJS.ProcessEnv): Commit | null {
  const commitFromEnvironment = env['SOURCE_COMMIT'] ?? '';
  if (commitPattern.test(commitFromEnvironment)) return { id: commitFromEnvironment, changed: false };
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-C', root, ...parameters], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  try {
    const id = git('rev-parse', 'HEAD').trim();
    return commitPattern.test(id)
      ? { id, changed: git('status', '--porcelain', '--', ...sources).trim() !== '' }
      : null;
  } catch {
    return null;
  }
}

interface Build {
  /** The project's folder, and the folder of the build. */
  root: string;
  dist: string;
  buildId: string;
  /** SHA-256 of everything that the build reads, of which the build id is the beginning. */
  sourceDigest: string;
  commit: Commit | null;
  /** Names and versions of the tools. */
  tools: Record<string, string>;
}

export function describeBuild({ root, dist, buildId, sourceDigest, commit, tools }: Build) {
  const files = builtFiles(dist);
  const describe = (name: string) => ({ name, digest: { sha256: sha256(join(dist, name)) } });
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(describe),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { script: 'tools/build.ts', buildId },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          commit
            ? {
                name: 'commit',
                digest: { gitCommit: commit.id },
                ...(commit.changed && { annotations: { changed: true } }),
              }
            : { name: 'commit', annotations: { unknown: true } },
          { name: 'sources', digest: { sha256: sourceDigest } },
          { name: 'package-lock.json', digest: { sha256: sha256(join(root, 'package-lock.json')) } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:brokerfront:builder:npm-run-build', version: tools },
        byproducts: files.filter((name) => name === 'sbom.cdx.json').map(describe),
      },
    },
  };
}

export function writeProvenance(build: Build): void {
  writeFileSync(join(build.dist, provenanceName), `${JSON.stringify(describeBuild(build), null, 1)}\n`);
}

/** Compares a build with its statement. @returns the number of files, and a message for each difference. */
export function checkProvenance({
  root,
  dist,
  buildId,
  sourceDigest,
}: Pick<Build, 'root' | 'dist' | 'buildId' | 'sourceDigest'>): { files: number; findings: string[] } {
  let text: string;
  try {
    text = readFileSync(join(dist, provenanceName), 'utf8');
  } catch {
    return { files: 0, findings: [`${provenanceName} is missing: npm run build`] };
  }
  const read = v.safeParse(statement, text);
  if (!read.success) return { files: 0, findings: [`${provenanceName} cannot be read as a provenance: npm run build`] };
  const { subject, predicate } = read.output;
  const { externalParameters, resolvedDependencies } = predicate.buildDefinition;
  const statedDigests = new Map(subject.map(({ name, digest: of }) => [name, of['sha256']]));
  const files = builtFiles(dist);
  const findings = files.flatMap((name) => {
    if (!statedDigests.has(name)) return [`dist/${name} is not in ${provenanceName}`];
    return statedDigests.get(name) === sha256(join(dist, name)) ? [] : [`dist/${name} differs from ${provenanceName}`];
  });
  const presentFiles = new Set(files);
  for (const name of statedDigests.keys()) if (!presentFiles.has(name)) findings.push(`dist/${name} is missing`);
  const dependency = (name: string) => resolvedDependencies.find((one) => one.name === name)?.digest?.['sha256'];
  if (externalParameters.buildId !== buildId)
    findings.push(`${provenanceName} is of the build ${externalParameters.buildId}, not ${buildId}`);
  if (dependency('sources') !== sourceDigest) findings.push(`${provenanceName} is of other sources`);
  if (dependency('package-lock.json') !== sha256(join(root, 'package-lock.json')))
    findings.push(`${provenanceName} is of another package-lock.json`);
  return { files: files.length, findings };
}
