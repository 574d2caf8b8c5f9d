/** Requests known faults of all packages in the lockfiles from npm's registry, with `npm audit`. */
import { execFile } from 'node:child_process';
import * as v from 'valibot';
import { type AcceptedFault, faultExceptions } from './accepted.ts';

const advisory = v.object({
  name: v.string(),
  title: v.string(),
  url: v.string(),
  severity: v.string(),
  range: v.string(),
});
const report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    vulnerabilities: v.record(v.string(), v.looseObject({ via: v.array(v.union([v.string(), advisory])) })),
    metadata: v.looseObject({ dependencies: v.looseObject({ total: v.number() }) }),
  }),
);

interface Audit {
  /** Folders with a `package-lock.json`. */
  folders: Readonly<Record<string, string>>;
  exceptions?: readonly AcceptedFault[];
  /** `2026-11-23` */
  today?: string;
  environment?: NodeJS.ProcessEnv;
}

/** Runs `npm audit`. Ignores the exit code, which is 1 both after findings and after a failed request. */
function npmAudit(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['audit', '--json', '--package-lock-only', '--audit=true'],
      { cwd: folder, env: environment, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => resolve(stdout || String(error?.message)),
    );
  });
}

/** Explains why there is no report, in one line and without the address of the registry. */
function reasonIn(output: string): string {
  const code = /\b(?:E[A-Z]{4,}|[45]\d\d [A-Z][\w ]+?)(?= - |"|$)/m.exec(output)?.[0];
  return code ?? 'no answer';
}

/**
 * Compares the known faults with the exceptions. A registry that is unreachable or has no list causes only a note, so that the check works offline.
 * @returns a finding for each fault that nobody has accepted, and for each exception that has ended.
 */
export async function auditKnownFaults({
  folders,
  exceptions = faultExceptions,
  today = new Date().toISOString().slice(0, 10),
  environment = process.env,
}: Audit): Promise<{ subject: string; findings: string[]; notes: string[] }> {
  const findings = new Set<string>();
  const notes: string[] = [];
  let packages = 0;
  for (const [name, folder] of Object.entries(folders)) {
    const output = await npmAudit(folder, environment);
    const parsed = v.safeParse(report, output);
    if (!parsed.success) {
      notes.push(`${name}: the package registry lists no known faults here (${reasonIn(output)}); nothing was checked`);
      continue;
    }
    packages += parsed.output.metadata.dependencies.total;
    for (const { via } of Object.values(parsed.output.vulnerabilities)) {
      for (const fault of via) {
        if (typeof fault === 'string') continue;
        const id = fault.url.slice(fault.url.lastIndexOf('/') + 1);
        const exception = exceptions.find((one) => one.advisory === id && one.package === fault.name);
        const text = `${name}: ${fault.severity}: ${fault.name} ${fault.range}: ${fault.title} (${fault.url})`;
        if (!exception) findings.add(text);
        else if (exception.until < today) findings.add(`${text}; it was accepted until ${exception.until}`);
        else notes.push(`${text}; accepted until ${exception.until}: ${exception.reason}`);
      }
    }
  }
  return { subject: packages > 0 ? `${packages} packages, by npm audit` : 'nothing', findings: [...findings], notes };
}
