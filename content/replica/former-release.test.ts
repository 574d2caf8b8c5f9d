/** The first start after an upgrade: the parser of this release reads what a former one stored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import type { WireDocument } from '../wire-document.ts';
import { openReplica } from './replica.ts';

const folder = mkdtempSync(join(tmpdir(), 'brokerfront-former-'));
afterAll(() => rmSync(folder, { recursive: true }));

const updatedAt = '2026-11-01T10:00:00Z';
const seo = { title: 'T', description: 'D' };
const hero = { __component: 'blocks.hero', heading: 'A headline' };
const page = (wire: object): WireDocument => ({
  type: 'page',
  locale: 'en',
  source: 'feed',
  wire: { id: 'forex', updatedAt, title: 'Forex', seo, blocks: [hero], ...wire },
});

test.each([
  ['a block without a field that is required now', 'invalid', { blocks: [hero, { __component: 'blocks.rich-text' }] }],
  ['a block that is no longer known', 'unknown-block', { blocks: [hero, { __component: 'blocks.hologram' }] }],
  ['a page without a text that is required now', 'missing-seo', { seo: null }],
])('%s raises no alarm until the feed has delivered it again', (title, kind, stored) => {
  const file = join(folder, `${title}.sqlite`);
  const alarms: Alarm[] = [];
  const raised = () => alarms.splice(0).filter((alarm) => alarm.kind === kind).length;
  /** As a former release left it, whose parser took what this one finds faulty. */
  function openFormer() {
    const database = new DatabaseSync(file);
    database.prepare('UPDATE documents SET wire = ?').run(JSON.stringify(page(stored).wire));
    database.exec("DELETE FROM facts WHERE name = 'parser'");
    database.close();
    return openReplica(file, (alarm) => alarms.push(alarm));
  }
  const former = openReplica(file, () => undefined);
  former.apply({ documents: [page({})], media: [] });
  former.close();

  const upgraded = openFormer();
  expect(raised()).toBe(0);
  upgraded.apply({ documents: [page({})], media: [] });
  expect(raised()).toBe(0);
  expect(upgraded.reader().get('page', 'forex', 'en')).toMatchObject({ seo, blocks: [{ component: 'blocks.hero' }] });
  upgraded.close();

  const notBetter = openFormer();
  expect(raised()).toBe(0);
  notBetter.apply({ documents: [page(stored)], media: [] });
  expect(raised()).toBeGreaterThan(0);
  notBetter.close();
});
