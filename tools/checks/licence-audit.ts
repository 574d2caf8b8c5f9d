/** Compares the licence of every package in the lockfiles with the accepted licences. Needs no network. */
import satisfies from 'spdx-satisfies';
import * as v from 'valibot';
import { lockfileShape, nameIn } from '../bundles/bill-of-materials.ts';
import { type AcceptedLicence, acceptedLicences, licenceExceptions } from './accepted.ts';

const matchesPackage = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** Tells whether a licence is accepted; false for a text that is not an SPDX expression. */
function isAccepted(licence: string): boolean {
  try {
    return satisfies(licence, [...acceptedLicences]);
  } catch {
    return false;
  }
}

/**
 * @param lockfiles text of each `package-lock.json`, by its path.
 * @returns one finding for each package whose licence nobody has accepted, and for each exception that no package needs any more.
 */
export function auditLicences(
  lockfiles: Readonly<Record<string, string>>,
  exceptions: readonly AcceptedLicence[] = licenceExceptions,
): { packages: number; findings: string[] } {
  const findings: string[] = [];
  const used = new Set<AcceptedLicence>();
  let packages = 0;
  for (const [file, text] of Object.entries(lockfiles)) {
    for (const [path, entry] of Object.entries(v.parse(lockfileShape, text).packages)) {
      if (path === '' || entry.link) continue;
      packages += 1;
      const name = entry.name ?? nameIn(path);
      const licence = entry.license ?? 'none';
      if (isAccepted(licence)) continue;
      const exception = exceptions.find((one) => one.licence === licence && matchesPackage(one.package, name));
      if (exception) used.add(exception);
      else
        findings.push(`${file}: ${name} has the licence “${licence}”, which tools/checks/accepted.ts does not accept`);
    }
  }
  for (const exception of exceptions)
    if (!used.has(exception))
      findings.push(
        `tools/checks/accepted.ts: no package ${exception.package} has the licence “${exception.licence}” any more`,
      );
  return { packages, findings };
}
