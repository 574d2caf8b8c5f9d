/** The report of an attack: what it tried and what it found, as a table for people and as JSON for machines. */
import type { Findings } from './findings.ts';
import { inputKinds } from './input.ts';
import type { Pause } from './probe.ts';

export interface Report {
  seed: string;
  minutes: number;
  inputs: Record<string, number>;
  totalInputs: number;
  kills: number;
  faults: Record<string, number>;
  totalFaults: number;
  pageViews: number;
  forms: number;
  acknowledged: number;
  longestPause: Pause & { during: string; limit: number; judged: boolean };
  failures: {
    pageViews: string[];
    inputs: string[];
    faults: string[];
    lostAcknowledgements: string[];
    growth: string[];
    pauses: string[];
  };
  leftOut: string[];
  ok: boolean;
}

/** Minutes are rounded to tenths; `longestPause` is the limit in milliseconds. */
export function reportOf(
  findings: Findings,
  {
    seed,
    minutes,
    judgePauses,
    longestPause,
  }: { seed: string; minutes: number; judgePauses: boolean; longestPause: number },
): Report {
  const pause = findings.longestPause;
  const failures = {
    pageViews: findings.failedViews,
    inputs: findings.failedInputs,
    faults: findings.failedFaults,
    lostAcknowledgements: findings.lost,
    growth: findings.growth,
    pauses: judgePauses && pause.milliseconds >= longestPause ? [`${pause.milliseconds} ms: ${pause.during}`] : [],
  };
  return {
    seed,
    minutes: Math.round(minutes * 10) / 10,
    inputs: findings.inputs,
    totalInputs: findings.total,
    kills: findings.kills,
    faults: findings.faults,
    totalFaults: findings.faultCount,
    pageViews: findings.views,
    forms: findings.forms,
    acknowledged: findings.acknowledged,
    longestPause: { ...pause, limit: longestPause, judged: judgePauses },
    failures,
    leftOut: findings.leftOut,
    ok: Object.values(failures).every((list) => list.length === 0),
  };
}

function row(name: string, value: number | string): string {
  return `  ${name.padEnd(34)} ${value}`;
}

/** Failures of one kind in the table; the JSON has all of them. */
const mostShown = 12;

export function reportText(report: Report): string {
  const { failures, longestPause } = report;
  const lists: [string, string[]][] = [
    ['failed page views', failures.pageViews],
    ['failed inputs', failures.inputs],
    ['failed faults', failures.faults],
    ['lost acknowledgements', failures.lostAcknowledgements],
    ['growth after collection', failures.growth],
    ['pauses', failures.pauses],
  ];
  return [
    row('seed', report.seed),
    row('minutes', report.minutes),
    row('inputs', report.totalInputs),
    ...inputKinds.map((kind) => row(`  ${kind}`, report.inputs[kind] ?? 0)),
    row('kills', report.kills),
    row('faults', report.totalFaults),
    ...Object.entries(report.faults)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => row(`  ${name}`, count)),
    row('page views', report.pageViews),
    row('forms, acknowledged', `${report.forms}, ${report.acknowledged}`),
    row(
      'longest pause',
      `${longestPause.milliseconds} ms${longestPause.during ? ` (${longestPause.computing} ms of it computing, ${longestPause.majorFaults} pages of memory read from the disk, the machine waited ${longestPause.disk} ms for disks; ${longestPause.during})` : ''}${longestPause.judged ? '' : ', not judged'}`,
    ),
    ...lists.map(([name, list]) => row(name, list.length)),
    ...report.leftOut.map((line) => row('left out', line)),
    ...lists.flatMap(([name, list]) =>
      list.length === 0
        ? []
        : [
            '',
            `  ${name}:`,
            ...list.slice(0, mostShown).map((line) => `    ${line}`),
            ...(list.length > mostShown ? [`    and ${list.length - mostShown} more`] : []),
          ],
    ),
  ].join('\n');
}
