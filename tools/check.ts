/**
 * `npm run check`: every check that needs no browser; `-- lint requirements` runs only these steps. Prints one line per step; the exit code
 * is 0 when all steps are clean.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBudgets } from './bench/page-weight.ts';
import { startBuiltSite } from '../tests/start-built-site.ts';
import { buildIfStale, sourceDigest, sourceId } from './build.ts';
import { checkProvenance } from './bundles/provenance.ts';
import { chosenSteps } from './checks/chosen-steps.ts';
import { checkArrows } from './checks/architecture/check-arrows.ts';
import { checkRooms } from './checks/architecture/check-rooms.ts';
import { pictureFindings } from './checks/architecture/room-picture.ts';
import { checkContent } from './checks/content/check-content.ts';
import { checkExpressions } from './checks/check-expressions.ts';
import { checkWords } from './checks/check-words.ts';
import { checkReferences } from './checks/documents/check-references.ts';
import { checkRequirements } from './checks/documents/check-requirements.ts';
import { checkThreats } from './checks/documents/check-threats.ts';
import { auditKnownFaults } from './checks/supply/known-faults.ts';
import { auditLicences } from './checks/supply/licence-audit.ts';
import { projectRoot } from './project-root.ts';

interface StepResult {
  /** What the step checked, for its line. */
  looked: string;
  findings: string[];
  /** What is worth knowing and fails nothing. */
  notes?: string[];
}

/** Runs a tool of `node_modules`. When it fails, its output is the finding. */
async function tool(script: string, parameters: string[], looked: string): Promise<StepResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join('node_modules', script), ...parameters],
      { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ looked, findings: error ? [`${stdout}${stderr}`.trim() || error.message] : [] });
      },
    );
  });
}

const launchList = new Map<string, Set<string>>();

/** The quick ones first: a slip shows in a second. */
const steps: Record<string, () => StepResult | Promise<StepResult>> = {
  references: async () => {
    const { followed, findings } = checkReferences(projectRoot);
    return {
      looked: Object.entries(followed)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', '),
      findings,
    };
  },
  words: () => {
    const { words, endInOf, fewer, findings } = checkWords(projectRoot);
    const looked = `${words} refused words and ${endInOf} names in -Of are left${fewer > 0 ? `, ${fewer} fewer than allowed` : ''}`;
    return { looked, findings };
  },
  requirements: async () => {
    const { rows, findings } = checkRequirements(
      await readFile(join(projectRoot, 'docs/requirements.md'), 'utf8'),
      projectRoot,
    );
    return { looked: `${rows} rows of docs/requirements.md`, findings };
  },
  threats: async () => {
    const { rows, findings } = checkThreats(await readFile(join(projectRoot, 'docs/threats.md'), 'utf8'), projectRoot);
    return { looked: `${rows} rows of ASVS in docs/threats.md`, findings };
  },
  rooms: async () => {
    const { rooms, findings } = checkRooms(projectRoot);
    return { looked: `${rooms.length} rooms, no circle`, findings };
  },
  architecture: async () => {
    const { modules, findings } = checkArrows();
    return { looked: `${modules} modules`, findings: [...findings, ...pictureFindings(projectRoot)] };
  },
  expressions: async () => {
    const { expressions, findings } = checkExpressions(projectRoot);
    return { looked: `${expressions} regular expressions, by scslre`, findings };
  },
  licences: async () => {
    const files = ['package-lock.json', 'cms/package-lock.json'];
    const texts = await Promise.all(
      files.map(async (file) => [file, await readFile(join(projectRoot, file), 'utf8')] as const),
    );
    const { packages, findings } = auditLicences(Object.fromEntries(texts));
    return { looked: `${packages} packages of ${files.length} lockfiles`, findings };
  },
  faults: () =>
    auditKnownFaults({
      folders: { 'package-lock.json': projectRoot, 'cms/package-lock.json': join(projectRoot, 'cms') },
    }),
  format: () => tool('oxfmt/bin/oxfmt', ['--check'], 'oxfmt; `npm run format` repairs it'),
  lint: () => tool('oxlint/bin/oxlint', ['--deny-warnings', '-f', 'unix'], 'oxlint, type-aware'),
  types: () => tool('typescript7/bin/tsc', ['--noEmit', '-p', '.'], 'TypeScript 7, strict'),
  unused: () => tool('knip/bin/knip.js', [], 'files, exports and packages, by knip'),
  build: async () => ({ looked: (await buildIfStale(() => undefined)) ? 'built' : 'up to date', findings: [] }),
  provenance: async () => {
    const digest = sourceDigest();
    const build = {
      root: projectRoot,
      dist: join(projectRoot, 'dist'),
      buildId: sourceId(digest),
      sourceDigest: digest,
    };
    const { files, findings } = checkProvenance(build);
    return { looked: `${files} files of dist/ and what they were made from`, findings };
  },
  content: async () => {
    const report = await checkContent(projectRoot);
    for (const [placeholder, files] of report.launchList) launchList.set(placeholder, files);
    return {
      looked: `${report.documents} documents, ${report.pages} pages`,
      findings: report.findings,
      notes: report.notes,
    };
  },
  budgets: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-budgets-'));
    const site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    try {
      const { findings, kinds } = await checkBudgets(site.url);
      const home = kinds.find(({ kind }) => kind === 'home')?.weight;
      return {
        looked: `${kinds.length} kinds of page; home: ${home ? `html ${home.html}, js ${home.js}, style ${home.css}, together ${home.document}; fonts ${home.fonts} bytes` : 'none'}`,
        findings,
      };
    } finally {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

process.chdir(projectRoot);
console.log('');
let failed = 0;
let chosen: string[];
try {
  chosen = chosenSteps(Object.keys(steps), process.argv.slice(2), {
    provenance: 'build',
    content: 'build',
    budgets: 'build',
  });
} catch (error) {
  console.error(`  ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
for (const [name, step] of Object.entries(steps)) {
  if (!chosen.includes(name)) continue;
  const started = performance.now();
  const { looked, findings, notes } = await step().catch((error: unknown): StepResult => ({
    looked: 'did not run',
    findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const clean = looked === 'nothing' ? '–' : '✓';
  console.log(`  ${findings.length === 0 ? clean : '✗'} ${name.padEnd(12)} ${looked} (${seconds} s)`);
  for (const finding of findings) console.log(finding.replace(/^/gm, '      '));
  for (const note of notes ?? []) console.log(`      · ${note}`);
  if (findings.length > 0) failed += 1;
}
// Whoever looks for what failed finds it at the end, not above fifty placeholders.
if (launchList.size > 0 && failed === 0) {
  console.log(`\n  Before launch, the broker fills in ${launchList.size} placeholders of demo/:`);
  for (const [placeholder, files] of [...launchList].sort((a, b) => b[1].size - a[1].size)) {
    console.log(
      `    ${placeholder}  (${[...files].slice(0, 2).join(', ')}${files.size > 2 ? ` and ${files.size - 2} more` : ''})`,
    );
  }
}
console.log(
  failed === 0
    ? `\n  ${chosen.length < Object.keys(steps).length ? 'What was asked for' : 'Everything'} is clean.\n`
    : `\n  ${failed} of ${chosen.length} steps found something.\n`,
);
process.exit(failed === 0 ? 0 : 1);
