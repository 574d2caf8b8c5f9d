/**
 * `npm run check`: every check that needs no browser. `-- content lint` runs only these steps, and prints their notes too. The exit code is 0
 * when all steps are clean.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkBudgets } from './bench/page-weight.ts';
import { startBuiltSite } from '../tests/sites/start-built-site.ts';
import { buildIfStale, sourceDigest, sourceId } from './build.ts';
import { checkProvenance } from './bundles/provenance.ts';
import { chooseSteps } from './checks/chosen-steps.ts';
import { checkArchitecture } from './checks/check-architecture.ts';
import { checkContent } from './checks/content/check-content.ts';
import { checkExpressions } from './checks/check-expressions.ts';
import { checkReferences } from './checks/check-references.ts';
import { checkRequirements } from './checks/check-requirements.ts';
import { auditKnownFaults } from './checks/known-faults.ts';
import { auditLicences } from './checks/licence-audit.ts';
import { cmsRoot, prepareCms } from './cms-package.ts';
import { projectRoot } from './project-root.ts';

interface StepResult {
  /** What the step checked, for its line of output. */
  subject: string;
  findings: string[];
  /** Useful facts that are not failures; printed when the step is named on the command line. */
  notes?: string[];
}

const readText = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** Strapi's packages, whose types lint and types need, are in `cms/` and come with `npm run cms` or its tests. With CI=true they are installed here. */
if (process.env['CI'] === 'true') await prepareCms((line) => console.log(`  ${line}`), { quiet: true });
const strapiIsInstalled = existsSync(join(cmsRoot, 'node_modules/@strapi/strapi'));
const withoutStrapi = strapiIsInstalled ? '' : '; cms/ without types, because Strapi is not installed';

/** Runs a tool of `node_modules`, once for each list of parameters. When it fails, its output is the finding. */
async function runTool(subject: string, script: string, runs: readonly string[][]): Promise<StepResult> {
  const findings: string[] = [];
  for (const parameters of runs)
    await promisify(execFile)(process.execPath, [join('node_modules', script), ...parameters], {
      cwd: projectRoot,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
      findings.push(`${stdout}${stderr}`.trim() || message);
    });
  return { subject, findings };
}

/** TypeScript 7 fails on the state that an incremental build of cms/ keeps. */
const fresh = ['--incremental', 'false'];

/** Steps that others need. */
const dependencies: Readonly<Record<string, string>> = { provenance: 'build', content: 'build', budgets: 'build' };
/** On two cores, two steps at the same time end sooner than one after the other. */
const atOnce = 2;

/** Fast steps first, so that simple mistakes show within a second. */
const steps: Record<string, () => StepResult | Promise<StepResult>> = {
  references: () => {
    const { followed, findings } = checkReferences(projectRoot);
    return {
      subject: Object.entries(followed)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', '),
      findings,
    };
  },
  requirements: () => {
    const { rows, findings } = checkRequirements(projectRoot);
    return { subject: `${rows} rows of docs/requirements.md and their tests`, findings };
  },
  architecture: () => {
    const { modules, findings } = checkArchitecture(projectRoot);
    return { subject: `imports of ${modules} modules`, findings };
  },
  expressions: () => {
    const { expressions, findings } = checkExpressions(projectRoot);
    return { subject: `${expressions} regular expressions, by scslre`, findings };
  },
  licences: () => {
    const files = ['package-lock.json', 'cms/package-lock.json'];
    const { packages, findings } = auditLicences(Object.fromEntries(files.map((file) => [file, readText(file)])));
    return { subject: `${packages} packages of ${files.length} lockfiles`, findings };
  },
  faults: () =>
    auditKnownFaults({
      folders: { 'package-lock.json': projectRoot, 'cms/package-lock.json': join(projectRoot, 'cms') },
    }),
  format: () => runTool('oxfmt; `npm run format` repairs it', 'oxfmt/bin/oxfmt', [['--check']]),
  build: async () => ({ subject: (await buildIfStale(() => undefined)) ? 'built' : 'up to date', findings: [] }),
  lint: () =>
    runTool(`oxlint, type-aware${withoutStrapi}`, 'oxlint/bin/oxlint', [
      ['--deny-warnings', '-f', 'unix'],
      ['--deny-warnings', '-f', 'unix', '-c', 'cms/oxlint.json', 'cms'],
    ]),
  types: () =>
    runTool(
      `TypeScript 7, strict${withoutStrapi}`,
      'typescript7/bin/tsc',
      ['.', ...(strapiIsInstalled ? ['cms', 'cms/src/admin'] : [])].map((project) => [
        '--noEmit',
        ...fresh,
        '-p',
        project,
      ]),
    ),
  unused: () => runTool('files, exports and packages, by knip', 'knip/bin/knip.js', [[]]),
  provenance: () => {
    const digest = sourceDigest();
    const build = {
      root: projectRoot,
      dist: join(projectRoot, 'dist'),
      buildId: sourceId(digest),
      sourceDigest: digest,
    };
    const { files, findings } = checkProvenance(build);
    return { subject: `${files} files of dist/ and what they were made from`, findings };
  },
  content: async () => {
    const { documents, pages, findings, notes, launchList } = await checkContent(projectRoot);
    const placeholders = [...launchList].toSorted((one, other) => other[1].size - one[1].size);
    return {
      subject: `${documents} documents, ${pages} pages; ${launchList.size} placeholders for the broker to fill in`,
      findings,
      notes: [
        ...notes,
        ...placeholders.map(([placeholder, files]) => `${placeholder}: ${[...files].slice(0, 3).join(', ')}`),
      ],
    };
  },
  budgets: async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-budgets-'));
    await using site = await startBuiltSite({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' });
    const { findings, heaviest } = await checkBudgets(site.url);
    const home = heaviest.get('home');
    const sizes = home
      ? `html ${home.html}, js ${home.js}, style ${home.css}, together ${home.document}; fonts ${home.fonts} bytes`
      : 'none';
    return { subject: `${heaviest.size} kinds of page; home: ${sizes}`, findings };
  },
};

/** An error in a step is a finding. */
async function run(step: (() => StepResult | Promise<StepResult>) | undefined): Promise<StepResult> {
  try {
    return (await step?.()) ?? { subject: 'nothing', findings: [] };
  } catch (error) {
    const finding = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { subject: 'did not run', findings: [finding] };
  }
}

process.chdir(projectRoot);
console.log('');
const named = process.argv.slice(2);
let chosen: string[];
try {
  chosen = chooseSteps(Object.keys(steps), named, dependencies);
} catch (error) {
  console.error(`  ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
let failed = 0;
const ended = new Map(chosen.map((name) => [name, Promise.withResolvers<void>()]));

async function report(name: string): Promise<void> {
  // It has begun, because it comes before in the list.
  await ended.get(dependencies[name] ?? '')?.promise;
  const started = performance.now();
  const { subject, findings, notes } = await run(steps[name]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const clean = subject === 'nothing' ? '–' : '✓';
  console.log(`  ${findings.length === 0 ? clean : '✗'} ${name.padEnd(12)} ${subject} (${seconds} s)`);
  for (const finding of findings) console.log(finding.replace(/^/gm, '      '));
  // A step that checked nothing says why.
  if (named.includes(name) || subject === 'nothing') for (const note of notes ?? []) console.log(`      · ${note}`);
  if (findings.length > 0) failed += 1;
  ended.get(name)?.resolve();
}

const waiting = chosen.values();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const name of waiting) await report(name);
  }),
);
console.log(
  failed === 0
    ? `\n  ${named.length > 0 ? 'These steps are' : 'Everything is'} clean.\n`
    : `\n  ${failed} of ${chosen.length} steps found something.\n`,
);
process.exit(failed === 0 ? 0 : 1);
