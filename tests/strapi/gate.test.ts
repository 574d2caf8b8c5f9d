/** Ledger, approval and releases (cms/src/plugins/): the ledger has every version, and nothing that needs approval is live without it, whichever way is tried. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';
import { until } from '../until.ts';
import { StrapiEditor, type StrapiEntry, refused } from './strapi-editor.ts';
import { type RunningStrapi, databaseEnvironment, startStrapi } from './strapi-process.ts';

interface Row {
  seq: number;
  locale: string;
  state: string;
  action: string;
  contentHash: string | null;
  actor: { kind: string; name: string };
  reason: string;
}
interface Gate {
  needed: boolean;
  decision?: Row;
  current: boolean;
  blocker: string;
}
interface Refused {
  attempt: string;
  act: () => Promise<unknown>;
}

let strapi: RunningStrapi;
let admin: StrapiEditor;
let author: StrapiEditor;
let approver: StrapiEditor;
let token: string;

beforeAll(async () => {
  strapi = await startStrapi({ environment: { APPROVAL: 'on' } });
  admin = await StrapiEditor.login(strapi.url);
  const all = ['English', 'Spanish', 'Italian'].map((language) => `Publisher, ${language}`);
  author = await admin.colleague('author', all);
  approver = await admin.colleague('approver', all);
  token = await admin.apiToken('Import', ['api::instrument.instrument.writeSet']);
}, 400_000);
afterAll(async () => {
  await strapi.stop();
});

const subject = (type: string, { documentId }: StrapiEntry, locale = 'en') => ({
  uid: `api::${type}.${type}`,
  documentId,
  locale,
});
const ask = (of: object) => new URLSearchParams(of as Record<string, string>).toString();
const readRows = async (type: string, entry: StrapiEntry, locale = 'en') =>
  (await admin.gate<{ rows: Row[] }>(`history?${ask(subject(type, entry, locale))}`)).rows;
const readGate = (editor: StrapiEditor, type: string, entry: StrapiEntry) =>
  editor.gate<Gate>(`state?${ask(subject(type, entry))}`);

/** What the public API answers for a page. */
async function liveTitle(key: string): Promise<unknown> {
  const response = await fetch(`${strapi.url}/api/pages?filters[key][$eq]=${key}&fields=title`);
  const { data } = (await response.json()) as { data: { title: string }[] };
  return data[0]?.title;
}

async function byToken(method: string, path: string, data: unknown): Promise<unknown> {
  const response = await fetch(`${strapi.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(data === null ? {} : { body: JSON.stringify(data) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function verify(): { status: number | null; said: string } {
  const environment = { ...process.env, CMS_DATA_DIR: strapi.dataDir, ...databaseEnvironment(strapi.postgres) };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ledger.mts', 'verify'], {
    cwd: cmsRoot,
    env: environment,
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
}

describe('the ledger', () => {
  test('has a row for each step, with who did it, in the order of the steps', async () => {
    const created = await author.save('tag', null, {
      name: 'Ledger',
      description: 'A tag for the test of the ledger, written, published, changed and removed again.',
    });
    await author.save('tag', created.documentId, { ...created, name: 'Ledgers' });
    await author.publish('tag', created.documentId, {});
    await author.unpublish('tag', created.documentId);
    await author.remove('tag', created.documentId);
    const rows = await readRows('tag', created);
    expect(rows.map(({ action, state }) => `${action} ${state}`).toReversed()).toEqual([
      'save draft',
      'save draft',
      // The panel's Publish saves first.
      'save draft',
      'publish live',
      'unpublish live',
      'delete draft',
    ]);
    expect(rows.every(({ actor }) => actor.name === 'author@veldstone.example')).toBe(true);
    expect(rows[0]?.contentHash).toBe(null);
  });

  test('restores a version as a draft, which nobody sees until it is published', async () => {
    const before = await author.draft('faq', 'documents-needed');
    const [first] = await readRows('faq', before);
    await author.save('faq', before.documentId, { ...before, question: 'Is this another question?' });
    await author.gate(`restore/${first?.seq}`, {});
    const after = await author.draft('faq', 'documents-needed');
    expect(after.question).toBe(before.question);
    const [newest] = await readRows('faq', before);
    expect(newest).toMatchObject({ action: 'restore', state: 'draft' });
  });

  test('refuses every change of its rows, and finds one that was forced', async () => {
    const onPostgres = strapi.postgres !== null;
    for (const change of [
      `UPDATE ledger SET reason = 'x' WHERE seq = 3`,
      'DELETE FROM ledger WHERE seq = 3',
      `UPDATE ledger_contents SET content = '{}'`,
      'DELETE FROM ledger_contents',
      onPostgres ? 'TRUNCATE ledger' : 'INSERT OR REPLACE INTO ledger SELECT * FROM ledger WHERE seq = 3',
    ])
      await expect(strapi.query(change)).rejects.toThrow('The ledger is never changed.');
    await strapi.query(
      onPostgres ? 'ALTER TABLE ledger DISABLE TRIGGER ledger_no_change' : 'DROP TRIGGER ledger_no_update',
    );
    const swapTitles = (one: string, other: string) =>
      strapi.query(`UPDATE pages SET title = replace(title, '${one}', '${other}') WHERE published_at IS NOT NULL`);
    await strapi.query(`UPDATE ledger SET reason = reason || '!' WHERE seq = 7`);
    await swapTitles('Forex', 'Behind');
    const { status, said } = verify();
    expect(status).toBe(1);
    expect(said).toMatch(/Row 7 .*it was changed/);
    expect(said).toContain('what is live is not its newest version in the ledger');
    await strapi.query(`UPDATE ledger SET reason = rtrim(reason, '!') WHERE seq = 7`);
    await swapTitles('Behind', 'Forex');
    expect(verify()).toMatchObject({ status: 0, said: expect.stringContaining(' 0 faults') as string });
  });
});

describe('approval', () => {
  test('a page that sells goes live when another person approves it', async () => {
    const draft = await author.draft('page', 'forex');
    expect(await readGate(author, 'page', draft)).toMatchObject({ needed: true });
    await author.save('page', draft.documentId, { ...draft, title: 'Forex, approved' });
    expect(await refused(author.publish('page', draft.documentId, {}))).toMatch(/403 .*needs approval/);
    await author.gate('submit', { ...subject('page', draft), comment: 'A new title' });
    const { decision } = await readGate(approver, 'page', draft);
    expect(decision).toMatchObject({ action: 'submit', reason: 'A new title' });
    const approval = { ...subject('page', draft), seq: decision?.seq };
    expect(await refused(author.gate('approve', approval))).toMatch(/403 .*You submitted it/);
    expect(await liveTitle('forex')).not.toBe('Forex, approved');
    await approver.gate('approve', approval);
    expect(await liveTitle('forex')).toBe('Forex, approved');
    const rows = await readRows('page', draft);
    expect(rows.slice(0, 3).map(({ action, actor }) => [action, actor.name.split('@')[0]])).toEqual([
      ['publish', 'approver'],
      ['approve', 'approver'],
      ['submit', 'author'],
    ]);
  });

  test('a change after the submission or after the approval voids it, and sending back says why', async () => {
    const draft = await author.draft('page', 'stocks');
    const submitAnd = async (title: string) => {
      await author.save('page', draft.documentId, { ...(await author.draft('page', 'stocks')), title });
      await author.gate('submit', { ...subject('page', draft), comment: '' });
      return { ...subject('page', draft), seq: (await readGate(approver, 'page', draft)).decision?.seq };
    };
    const first = await submitAnd('Stocks one');
    await author.save('page', draft.documentId, { ...(await author.draft('page', 'stocks')), title: 'Stocks two' });
    expect(await refused(approver.gate('approve', first))).toMatch(/changed after it was submitted/);
    const second = await submitAnd('Stocks three');
    await approver.gate('approve', { ...second, publish: false });
    await author.save('page', draft.documentId, { ...(await author.draft('page', 'stocks')), title: 'Stocks four' });
    expect(await refused(author.publish('page', draft.documentId, {}))).toMatch(/needs approval/);
    const third = await submitAnd('Stocks five');
    expect(await refused(approver.gate('send-back', { ...third, comment: ' ' }))).toMatch(/400 /);
    await approver.gate('send-back', { ...third, comment: 'Say which stocks.' });
    expect(await refused(approver.gate('approve', third))).toMatch(/decided this meanwhile/);
    expect(await readGate(author, 'page', draft)).toMatchObject({
      decision: { action: 'send-back', reason: 'Say which stocks.' },
    });
    expect(await liveTitle('stocks')).not.toMatch(/^Stocks (?:one|two|three|four|five)$/);
  });

  test('two people publish in an emergency, and only two', async () => {
    const draft = await author.draft('page', 'indices');
    await author.save('page', draft.documentId, { ...draft, title: 'Indices at once' });
    const emergency = { ...subject('page', draft), reason: 'The old text was wrong.' };
    expect(await author.gate('emergency', emergency)).toEqual({ live: false });
    expect(await refused(author.gate('emergency', emergency))).toMatch(/a second person/);
    expect(await approver.gate('emergency', emergency)).toEqual({ live: true });
    expect(await liveTitle('indices')).toBe('Indices at once');
  });

  test('a live page that sells is taken down only when its withdrawal was approved', async () => {
    const draft = await author.draft('page', 'copy-trading');
    expect(await refused(author.unpublish('page', draft.documentId))).toMatch(/needs approval/);
    expect(await refused(author.remove('page', draft.documentId))).toMatch(
      /fixed page of the site and cannot be deleted/,
    );
    await author.gate('submit', { ...subject('page', draft), comment: 'No longer offered', withdraw: true });
    const { decision } = await readGate(approver, 'page', draft);
    await approver.gate('approve', { ...subject('page', draft), seq: decision?.seq });
    expect(await liveTitle('copy-trading')).toBe(undefined);
  });

  test('a page at an address of its own needs a second person, also for a move', async () => {
    const { documentId: _id, id: _row, key: _key, ...stocks } = await author.draft('page', 'stocks');
    const made = await author.save('page', null, { ...stocks, title: 'Offer', path: 'campaign/offer' });
    expect(await refused(author.publish('page', made.documentId))).toMatch(/needs approval/);
    const approve = async (page = made) => {
      await author.gate('submit', { ...subject('page', page), comment: '' });
      const { decision } = await readGate(approver, 'page', page);
      await approver.gate('approve', { ...subject('page', page), seq: decision?.seq });
    };
    await approve();
    expect(await liveTitle('campaign-offer')).toBe('Offer');
    expect(await refused(author.publish('page', made.documentId, { path: 'offer' }))).toMatch(/needs approval/);
    await author.save('page', made.documentId, { path: 'offer' });
    await approve();
    const { from, to } = await author.published('redirect', 'campaign-offer', 'en');
    expect([from, to]).toEqual(['/campaign/offer', '/offer']);
    // The approval of a move is one for the pages below, and for nothing else of them.
    const below = await author.save('page', null, { ...stocks, title: 'Below', path: 'offer/below' });
    await approve(below);
    await author.save('page', below.documentId, { title: 'Not approved' });
    await author.save('page', made.documentId, { path: 'moved-offer' });
    expect(await refused(author.publish('page', made.documentId))).toMatch(/“Offer” in English needs approval/);
    await approve();
    expect(await author.published('page', 'offer-below', 'en')).toMatchObject({
      title: 'Below',
      path: 'moved-offer/below',
    });
    expect(await refused(author.publish('page', below.documentId))).toMatch(/needs approval/);
    expect(verify().said).toContain(' 0 faults');
  });

  test('no way of publishing leads around it', async () => {
    const page = await author.draft('page', 'commodities');
    const instrument = await author.draft('instrument', 'eurusd');
    const risk = await author.draft('common-datum', '');
    const changed = { title: 'Around the gate' };
    const before = await liveTitle('commodities');
    const attempts: Refused[] = [
      { attempt: 'Publish with changes', act: () => author.publish('page', page.documentId, { ...page, ...changed }) },
      {
        attempt: 'a new account type, published at once',
        act: async () => {
          const { id: _id, documentId: _documentId, key: _key, ...prime } = await author.draft('account-type', 'prime');
          return author.publish('account-type', null, { ...prime, name: 'Fourth', slug: 'fourth', position: 9 });
        },
      },
      {
        attempt: 'in Spanish',
        act: async () =>
          author.publish(
            'page',
            page.documentId,
            { ...(await author.draft('page', 'commodities', 'es')), ...changed },
            'es',
          ),
      },
      {
        attempt: 'the first administrator',
        act: () => admin.publish('page', page.documentId, { ...page, ...changed }),
      },
      {
        attempt: 'the action for many',
        act: async () => {
          await author.save('page', page.documentId, { ...page, ...changed });
          await author.publishAll('page', [page.documentId], ['en']);
        },
      },
      { attempt: 'taking down many', act: () => author.unpublishAll('page', [page.documentId], ['en']) },
      { attempt: 'deleting many', act: () => author.removeAll('page', [page.documentId], 'en') },
      {
        attempt: 'a single type',
        act: () =>
          author.publish('common-datum', null, {
            ...risk,
            riskWarning: 'You can lose everything you deposit. At once.',
          }),
      },
      {
        attempt: 'an instrument',
        act: () => author.publish('instrument', instrument.documentId, { ...instrument, swapShort: -9 }),
      },
      {
        attempt: 'a token, with the status “published”',
        act: () => byToken('PUT', `/pages/${page.documentId}?status=published`, { data: changed }),
      },
      { attempt: 'a token that deletes', act: () => byToken('DELETE', `/pages/${page.documentId}`, null) },
      {
        attempt: 'a token, an instrument',
        act: () => byToken('PUT', `/instruments/${instrument.documentId}`, { data: { swapShort: -9 } }),
      },
      {
        attempt: 'a redirect to another site',
        act: () => author.publish('redirect', null, { from: '/gate', to: 'https://example.com/', permanent: false }),
      },
      { attempt: 'an approval of nothing', act: () => approver.gate('approve', { ...subject('page', page), seq: 1 }) },
    ];
    for (const { attempt, act } of attempts) expect(await refused(act()), attempt).toMatch(/: 40[345] /);
    expect(await liveTitle('commodities')).toBe(before);
  });

  test('a link alone, a file put into a row and a release with a withdrawal need it too', async () => {
    const group = await author.draft('faq-group', 'platforms');
    const saveChanged = async (locale: string, linked: boolean, title: string) => {
      const page = await author.draft('page', 'affiliate', locale);
      const blocks = (page['blocks'] as Record<string, unknown>[]).map((block) =>
        linked && block['__component'] === 'blocks.faq'
          ? { ...block, group: { connect: [{ documentId: group.documentId }] } }
          : block,
      );
      await author.save(
        'page',
        page.documentId,
        { ...page, blocks, title: `${String(page['title'])}${title}` },
        locale,
      );
      return subject('page', page, locale);
    };
    const approveIn = async (place: ReturnType<typeof subject>, publish: boolean) => {
      await author.gate('submit', { ...place, comment: '' });
      const { decision } = await approver.gate<Gate>(`state?${ask(place)}`);
      await approver.gate('approve', { ...place, seq: decision?.seq, publish });
    };
    const english = await saveChanged('en', true, '');
    expect(await refused(author.publish('page', english.documentId, {}))).toMatch(/needs approval/);
    await approveIn(english, true);
    await approveIn(await saveChanged('es', true, ''), true);
    const { id } = await author.draft('common-datum', '');
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    const into = { ref: 'api::common-datum.common-datum', refId: String(id), field: 'logo' };
    expect(await refused(author.upload('into.svg', picture, 'image/svg+xml', undefined, into))).toMatch(/: 403 /);
    const spanish = await saveChanged('es', false, ' con permiso');
    await approveIn(spanish, false);
    await saveChanged('en', false, ' without');
    // The withdrawal touches the page, because the page links to the group.
    const items = [
      { ...subject('faq-group', group), action: 'withdraw' },
      { ...spanish, action: 'publish' },
      { ...english, action: 'publish' },
    ];
    expect(await author.gate('releases/try', { items })).toMatchObject({
      problem: expect.stringContaining('needs approval') as string,
    });
  });

  test('an import waits until it is approved, as a whole', async () => {
    const source = await author.draft('instrument', 'gbpusd');
    const response = await fetch(`${strapi.url}/api/instruments?filters[key][$eq]=gbpusd&populate=*`);
    const { data } = (await response.json()) as { data: Record<string, unknown>[] };
    const {
      id: _id,
      documentId: _documentId,
      createdAt: _c,
      updatedAt: _u,
      publishedAt: _p,
      ...fields
    } = data[0] ?? {};
    const terms = (fields.terms as Record<string, unknown>[]).map(({ id: _termsId, ...term }) => term);
    const set = { instruments: [{ ...fields, terms, swapShort: -9.5 }] };
    const { waiting } = (await byToken('POST', '/instrument-set', set)) as { waiting: number };
    const listed = await approver.gate<{ waiting: { row: Row & { uid: string; documentId: string } }[] }>('waiting');
    const row = listed.waiting.find((one) => one.row.seq === waiting)?.row;
    expect(row).toMatchObject({ action: 'submit', actor: { kind: 'token', name: 'Import' } });
    const whole = { uid: row?.uid, documentId: row?.documentId };
    expect(await refused(approver.gate('make-live', whole))).toMatch(/403 /);
    await approver.gate('approve', { ...whole, seq: waiting });
    expect((await author.published('instrument', 'gbpusd', 'en')).swapShort).toBe(-9.5);
    const [newest] = await readRows('instrument', source);
    expect(newest).toMatchObject({ action: 'import', state: 'live', actor: { name: 'approver@veldstone.example' } });
  });
});

describe('a release', () => {
  const utc = (inSeconds: number) => new Date(Date.now() + inSeconds * 1000).toISOString().slice(0, 19);
  const readRelease = async (id: number) => {
    const { releases } = await author.gate<{ releases: { id: number; status: string; items: object[] }[] }>('releases');
    return releases.find((one) => one.id === id);
  };
  const plan = (items: unknown[], inSeconds = 2) =>
    author.gate<{ id: number }>('releases', { name: 'Test', local: utc(inSeconds), zone: 'UTC', items });

  test.each([
    { local: '2030-03-31T02:30', zone: 'Europe/Madrid', says: /never show/ },
    {
      local: '2030-10-27T02:30',
      zone: 'Europe/Madrid',
      says: /twice: choose the first \(UTC\+2\) or the second \(UTC\+1\)/,
    },
    { local: '2026-01-01T09:00', zone: 'UTC', says: /past/ },
    { local: '2030-01-01T09:00', zone: 'Atlantis', says: /no time zone/ },
  ])('at $local in $zone is refused with a sentence', async ({ local, zone, says }) => {
    const { documentId } = await author.draft('faq', 'documents-needed');
    const items = [{ uid: 'api::faq.faq', documentId, locale: 'en', action: 'publish' }];
    expect(await refused(author.gate('releases', { name: 'x', local, zone, items }))).toMatch(says);
  });

  test('publishes all of its documents at its second, or none of them', async () => {
    const faq = await author.draft('faq', 'who-can-open');
    const page = await author.draft('page', 'education-center');
    await author.save('faq', faq.documentId, { ...faq, question: 'Who, at nine?' });
    await author.save('page', page.documentId, { ...page, title: 'Education at nine' });
    const items = [
      { ...subject('faq', faq), action: 'publish' },
      { ...subject('page', page), action: 'publish' },
    ];
    const live = async () => [
      (await author.published('faq', 'who-can-open', 'en')).question,
      await liveTitle('education-center'),
    ];
    const before = await live();
    const trial = await author.gate('releases/try', { items });
    expect(trial).toMatchObject({ problem: expect.stringContaining('needs approval') as string });
    const { id: failed } = await plan(items);
    await until(async () => (await readRelease(failed))?.status === 'failed', 'the release');
    expect(await live()).toEqual(before);
    const { id: made } = await plan(items);
    await author.gate('submit', { ...subject('page', page), comment: '' });
    const { decision } = await readGate(approver, 'page', page);
    await approver.gate('approve', { ...subject('page', page), seq: decision?.seq });
    await until(async () => (await readRelease(made))?.status === 'done', 'the release');
    expect((await readRelease(made))?.items).toMatchObject([
      { action: 'publish', name: 'Question “Who, at nine?”' },
      { action: 'publish', name: 'Page “Education at nine”' },
    ]);
    expect(await live()).toEqual(['Who, at nine?', 'Education at nine']);
    const [newest] = await readRows('page', page);
    expect(newest).toMatchObject({ action: 'publish', actor: { kind: 'program', name: 'release' } });
  });

  test('that is cancelled leaves its documents approved: somebody who may publish makes them live', async () => {
    const page = await author.draft('page', 'trading-hours');
    await author.save('page', page.documentId, { ...page, title: 'By hand' });
    const { id } = await plan([{ ...subject('page', page), action: 'publish' }], 3600);
    expect(await refused(author.gate('make-live', subject('page', page)))).toMatch(/needs approval/);
    await author.gate('submit', { ...subject('page', page), comment: '' });
    const { decision } = await readGate(approver, 'page', page);
    await approver.gate('approve', { ...subject('page', page), seq: decision?.seq });
    await author.gate(`releases/${id}/cancel`, {});
    expect(await liveTitle('trading-hours')).not.toBe('By hand');
    await author.gate('make-live', subject('page', page));
    expect(await liveTitle('trading-hours')).toBe('By hand');
  });

  test('that was due while Strapi was off is made when it is back; a cancelled one is not made', async () => {
    const faq = await author.draft('faq', 'choosing-an-account');
    const items = [{ ...subject('faq', faq), action: 'publish' }];
    const ids = [(await plan(items, 3600)).id, (await plan(items, 3600)).id];
    await author.gate(`releases/${ids[1]}/cancel`, {});
    strapi.process.kill('SIGKILL');
    await once(strapi.process, 'exit');
    await strapi.query(
      `UPDATE releases_planned SET due_at = '2026-01-01T00:00:00.000Z' WHERE id IN (${ids.join(', ')})`,
    );
    await strapi.restart();
    await until(async () => (await readRelease(ids[0] as number))?.status === 'done', 'the release');
    expect(await readRelease(ids[1] as number)).toMatchObject({ status: 'cancelled' });
  });
});
