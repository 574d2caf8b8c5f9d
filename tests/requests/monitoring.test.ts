/** Alerts, board and the table of deploy/monitoring/README.md agree with each other, and with what a running site shows. Strapi's metrics: `tests/strapi/content-alerts.test.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { boardFigures, isOfStrapi } from '../services/monitoring-board.ts';
import { metricsToken } from '../sites/start-built-site.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const { groups } = load(read('deploy/monitoring/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** Names in an expression that are metrics: neither functions, nor labels, nor what is in quotes. `up` is Prometheus's own. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\b\w+ by \([^)]*\)/g, '');
  return [...bare.matchAll(/[a-z]\w*(?![\w(]| \()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:up|[smh])$/.test(name));
}

test('every metric that an alert or the board names exists', async () => {
  const answer = await fetch(`${inject('siteUrl')}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const types = [...(await answer.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const shown = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const named = [...rules, ...boardFigures()]
    .map(({ expr }) => expr)
    .filter((expr) => !isOfStrapi(expr))
    .flatMap(metricsIn);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !shown.has(name))).toEqual([]);
});

test('deploy/monitoring/README.md names exactly the alerts, each with its severity', () => {
  const rows = [...read('deploy/monitoring/README.md').matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(
    ([, alert, severity]) => [alert, severity],
  );
  expect(rows).toEqual(rules.map(({ alert, labels }) => [alert, labels.severity]));
});

test('each alert fires in a test because its part fails, and clears', () => {
  const tests = ['tests/deploy/alerts', 'tests/strapi/content-alerts', 'tests/strapi/postgresql'].map((name) =>
    read(`${name}.test.ts`),
  );
  const listSeen = (step: 'fires' | 'clears') =>
    new Set(
      tests.flatMap((text) =>
        [...text.matchAll(/prometheus\.(\w+)\('(\w+)'/g)].flatMap(([, is, name]) => (is === step ? [name] : [])),
      ),
    );
  const [fired, cleared] = [listSeen('fires'), listSeen('clears')];
  const names = rules.map(({ alert }) => alert);
  expect(names.filter((name) => !fired.has(name) || !cleared.has(name))).toEqual([]);
});
