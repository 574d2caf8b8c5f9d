/** An editor's mistakes get an explanation before a visitor sees them, and Strapi does by itself what an editor need not know. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';
import type { RunningSite } from '../../server/site.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { legalPageIds, staticPaths } from '../../content/static-paths.ts';
import { parameterisedPatterns } from '../../site/route-patterns.ts';
import { MailServer, mailUrl } from '../services/mail-server.ts';
import { freePort } from '../services/free-port.ts';
import { sample, testSample } from '../sampled.ts';
import { until } from '../until.ts';
import { addressTests } from './address-cases.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { StrapiEditor, type StrapiEntry, expectRefusal } from './strapi-editor.ts';
import { type RunningStrapi, administrator, startStrapi, webhookSecret } from './strapi-process.ts';
import { readDemonstration } from '../sites/demonstration.ts';

let folder: string;
let strapi: RunningStrapi;
let site: RunningSite;
let editor: StrapiEditor;
const mail = new MailServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-editor-mistakes-'));
  const port = await freePort();
  await mail.listen();
  strapi = await startStrapi({
    environment: { SITE_URL: `http://127.0.0.1:${port}`, SMTP_URL: mailUrl(mail), MAIL_FROM: 'desk@veldstone.example' },
  });
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: String(port) });
  editor = await StrapiEditor.login(strapi.url);
}, 400_000);
afterAll(async () => {
  await site.stop();
  await strapi.stop();
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});

describe('addresses', () => {
  addressTests(() => ({ site, strapi, editor }));
});

describe('pages', () => {
  test('Strapi knows the site’s own addresses', async () => {
    const known = JSON.parse(await readFile(join(cmsRoot, 'src/rules/addresses/site-addresses.json'), 'utf8')) as {
      pages: object;
      legal: object;
      lists: string[];
      documents: { prefix: string }[];
    };
    expect({ ...known.pages, ...known.legal }).toEqual(staticPaths);
    expect(Object.keys(known.legal)).toEqual([...legalPageIds]);
    expect([...known.lists, ...known.documents.map(({ prefix }) => prefix)].sort()).toEqual(
      parameterisedPatterns.map((pattern) => pattern.replace(/:.*$/, '')).sort(),
    );
  });

  test('“live” means that the address answers', async () => {
    const live = async (query: string) =>
      (
        await fetch(`${site.url}/api/content/live?${query}`, { headers: { 'x-webhook-secret': webhookSecret } })
      ).json() as Promise<object>;
    expect(await live('type=page&key=forex&locale=es')).toMatchObject({
      address: '/es/forex',
      answers: true,
      instances: [{ live: true }],
    });
    // As in a Strapi that did not refuse such pages, the replica has the page, but no address shows it.
    const { documents } = await readDemonstration();
    const forex = documents.find(
      ({ type, locale, wire }) => type === 'page' && locale === 'es' && (wire as { id: string }).id === 'forex',
    );
    if (!forex) throw new Error('There is no page to copy.');
    site.replica.change({
      documents: [{ ...forex, wire: { ...(forex.wire as object), id: 'bonds', path: 'news/bonds' } }],
      removed: [],
      media: [],
    });
    expect(site.replica.live({ type: 'page', id: 'bonds', locale: 'es' })).not.toBeNull();
    expect(await live('type=page&key=bonds&locale=es')).toMatchObject({
      address: '/es/news/bonds',
      answers: false,
      instances: [{ live: false }],
    });
    site.replica.change({ documents: [], removed: [{ type: 'page', id: 'bonds', locale: 'es' }], media: [] });
    const draft = await editor.draft('page', 'forex', 'es');
    await editor.unpublish('page', draft.documentId, 'es');
    await until(
      async () =>
        !((await live('type=page&key=forex&locale=es')) as { instances: { live: boolean }[] }).instances[0]?.live,
      'its end',
    );
    // The English text replaces the missing translation.
    expect(await live('type=page&key=forex&locale=es')).toMatchObject({
      address: '/es/forex',
      answers: true,
      instances: [{ live: false }],
    });
    await editor.publish('page', draft.documentId, {}, 'es');
  });
});

describe('the compliance floor', () => {
  const risk = (block: object) => (block as { __component: string }).__component === 'blocks.risk-notice';
  const change = (draft: StrapiEntry, of: (blocks: object[]) => object[]) => ({
    ...draft,
    blocks: of(draft.blocks as object[]),
  });
  /** Removes a risk notice and writes it again, as a new block. */
  const anew = (text?: string) => (block: object) =>
    risk(block) ? { ...block, id: undefined, ...(text === undefined ? {} : { text }) } : block;

  testSample(
    sample(locales, (locale) => locale === 'es'),
    'a market page keeps its warning, in %s',
    async (locale) => {
      const draft = await editor.draft('page', 'indices', locale);
      const without = change(draft, (blocks) => blocks.filter((block) => !risk(block)));
      // A draft may be incomplete.
      await editor.save('page', draft.documentId, without, locale);
      const refusal = await expectRefusal(editor.publish('page', draft.documentId, {}, locale));
      expect([refusal.status, refusal.fields.blocks]).toEqual([
        400,
        expect.stringContaining('The page “indices” must carry a risk notice'),
      ]);
      const inList = await expectRefusal(editor.publishAll('page', [draft.documentId], [locale]));
      expect([inList.status, inList.message]).toEqual([
        400,
        expect.stringContaining('The page “indices” must carry a risk notice'),
      ]);
      const empty = change(draft, (blocks) => blocks.map(anew('.')));
      const at = (draft.blocks as object[]).findIndex(risk);
      expect(
        (await expectRefusal(editor.publish('page', draft.documentId, empty, locale))).fields[`blocks.${at}.text`],
      ).toContain('“.” is no warning');
      expect(await (await fetch(`${site.url}${localePath('/indices', locale)}`)).text()).toContain(
        // Up to its first figure, which visitors see filled in.
        String((draft.blocks as { text: string }[])[at]?.text)
          .replace(/\{\{.*/s, '')
          .slice(0, 40),
      );
      await editor.publish(
        'page',
        draft.documentId,
        change(draft, (blocks) => blocks.map(anew())),
        locale,
      );
    },
  );

  test('a page without products needs no warning, and the standard warning counts as one', async () => {
    const draft = await editor.draft('page', 'glossary');
    await editor.publish('page', draft.documentId, draft);
    const company = await editor.draft('common-datum', 'common-datum', 'es');
    for (const riskWarning of ['.', '   ', '[Advertencia](/legal/risk-disclosure-and-all-that)']) {
      const refusal = await expectRefusal(
        editor.publish('common-datum', company.documentId, { ...company, riskWarning }, 'es'),
      );
      expect([refusal.status, refusal.fields.riskWarning]).toEqual([
        400,
        expect.stringMatching(/is no warning|required/),
      ]);
    }
    await editor.publish('common-datum', company.documentId, company, 'es');
  });

  test.each([
    ['/of-the-test', '/nowhere-at-all', 'to', 'leads nowhere: no page, article or document answers at /nowhere-at-all'],
    ['/of-the-test', '/es/news/no-such-article', 'to', 'leads nowhere'],
    ['/forex', '/crypto', 'from', '/forex is the address of a page'],
    ['/es/forex', '/crypto', 'from', '/es/forex is the address of a page'],
    ['/news/gold-when-nothing-happens', '/forex', 'from', 'is the address of a page'],
    ['/of-the-test', '/of-the-test/', 'to', 'leads in a circle'],
    ['/es/of-the-test', '/of-the-test', 'to', 'leads in a circle'],
    ['/of-the-test?page=2', '/forex', 'from', 'without ? and #'],
    ['/media/of-the-test', '/forex', 'from', 'the site’s own files'],
    ['/embed/of-the-test', '/forex', 'from', 'the site’s own files'],
    ['/of-the-test', 'own-origin/nowhere-at-all', 'to', 'leads nowhere'],
  ])('a redirect from %s to %s is refused', async (from, to, field, sentence) => {
    const rule = await editor
      .save('redirect', null, {
        from,
        to: to.replace('own-origin', site.url.replace('localhost', '127.0.0.1')),
        permanent: false,
      })
      .catch((error: unknown) => error as Error);
    const refusal = await expectRefusal(
      rule instanceof Error ? Promise.reject(rule) : editor.publish('redirect', rule.documentId),
    );
    expect([refusal.status, refusal.fields[field]]).toEqual([400, expect.stringContaining(sentence)]);
    if (!(rule instanceof Error)) await editor.remove('redirect', rule.documentId);
  });

  test('a redirect that closes a circle of several is refused, also across languages', async () => {
    const rule = async (from: string, to: string) =>
      (await editor.save('redirect', null, { from, to, permanent: false })).documentId;
    const rules = [
      await rule('/circle-a', '/forex'),
      await rule('/circle-b', '/circle-a'),
      await rule('/it/circle-c', '/circle-b'),
    ];
    for (const documentId of rules) await editor.publish('redirect', documentId);
    const first = await editor.draft('redirect', 'circle-a');
    const refusal = await expectRefusal(editor.publish('redirect', first.documentId, { ...first, to: '/circle-b' }));
    expect(refusal.fields.to).toBe(
      'This redirect leads in a circle: /circle-a → /circle-b → /circle-a. Lead it to the page where visitors should arrive.',
    );
    const italian = await expectRefusal(editor.publish('redirect', first.documentId, { ...first, to: '/circle-c' }));
    // `/circle-c` does not exist in English, and the Italian one leads back.
    expect(italian.fields.to).toContain('leads nowhere');
    const closing = await expectRefusal(editor.publish('redirect', first.documentId, { ...first, to: '/it/circle-c' }));
    expect(closing.fields.to).toContain('leads in a circle');
    for (const documentId of rules) await editor.remove('redirect', documentId);
  });

  test('every redirect of the demonstration is accepted, and so are the address of another site and of a withdrawn page', async () => {
    const rules = await until(() => {
      const list = site.replica.reader().list('redirect', 'en');
      return list.length === 7 && list;
    }, 'the redirects of the demonstration alone');
    for (const { id } of rules) await editor.publish('redirect', (await editor.draft('redirect', id)).documentId);
    const away = await editor.save('redirect', null, {
      from: '/of-the-test/',
      to: 'https://www.metatrader5.com/',
      permanent: false,
    });
    expect((await editor.publish('redirect', away.documentId)).from).toBe('/of-the-test');
    await editor.remove('redirect', away.documentId);
    const gold = await editor.draft('news-article', 'gold-when-nothing-happens', 'it');
    await editor.unpublish('news-article', gold.documentId, 'it');
    const moved = await editor.save('redirect', null, {
      from: `/it/news/${String(gold.slug)}`,
      to: '/news-center',
      permanent: false,
    });
    await editor.publish('redirect', moved.documentId);
    await editor.remove('redirect', moved.documentId);
    await editor.publish('news-article', gold.documentId, {}, 'it');
  });
});

test('a message about a table names the table, the row and the column', async () => {
  const draft = await editor.draft('page', 'about');
  const columns = [{ label: 'Pair' }, { label: 'Spread', format: 'number' }];
  const table = (heading: string, rows: unknown) => ({
    __component: 'blocks.data-table',
    heading,
    caption: `Caption of ${heading}`,
    columns,
    rows,
  });
  const [hero] = draft.blocks as object[];
  const blocks = [
    {
      ...hero,
      heading: 'Who we are',
      image: null,
      table: { caption: 'In the opening', columns, rows: [['EUR', { a: 1 }]] },
    },
    table('Majors', [['EUR', 1]]),
    table('Minors', [
      ['GBP', 1],
      ['NZD', 2, 3],
    ]),
    {
      __component: 'blocks.comparison-table',
      caption: 'Of accounts',
      columns: [{ name: 'Prime' }, { name: 'Master' }],
      rows: [{ label: 'Fee', values: ['1', {}] }],
    },
  ];
  const { fields } = await expectRefusal(editor.save('page', draft.documentId, { ...draft, blocks }));
  expect(fields).toEqual({
    'blocks.0.table.rows':
      'Block 1 (Page opening “Who we are”), table “In the opening”, row 1, column “Spread” must be a text in quotes, a number, true or false.',
    'blocks.2.rows': 'Block 3 (Table “Minors”), row 2 has 3 cells; the table has 2 columns.',
    'blocks.3.rows.0.values':
      'Block 4 (Comparison “Of accounts”), property “Fee”, column “Master” must be a text in quotes, a number, true or false.',
  });
});

test('a form that nobody could answer, or without a consent for marketing, is refused by name; a right one is stored whole', async () => {
  const draft = await editor.draft('page', 'about');
  const withForm = (...fields: object[]) => ({
    ...draft,
    blocks: [
      ...(draft.blocks as object[]),
      { __component: 'blocks.form', heading: 'Ask us', name: 'ask', destination: 'marketing', fields },
    ],
  });
  const at = `blocks.${(draft.blocks as object[]).length}`;
  const name = `Block ${(draft.blocks as object[]).length + 1} (Form “Ask us”)`;
  const refused = withForm({ kind: 'consent', name: 'yes', consent: 'I agree.' }, { kind: 'line', name: 'yes' });
  expect((await expectRefusal(editor.save('page', draft.documentId, refused))).fields).toMatchObject({
    [`${at}.fields.1.name`]: `${name}, field “yes”: another field has this name; give each its own.`,
    [`${at}.fields.1.label`]: `${name}, field “yes”: say in a label what is asked.`,
    [`${at}.fields`]: expect.stringContaining(`${name} asks for neither an e-mail address nor a phone number`),
  });
  const fields = [
    { kind: 'email', name: 'email', required: true },
    { kind: 'choice', name: 'size', label: 'Size', choices: 'Small\nLarge', required: false },
    { kind: 'consent', name: 'newsletter', consent: 'I agree to e-mails.', required: true },
  ];
  await editor.save('page', draft.documentId, withForm(...fields));
  expect(((await editor.draft('page', 'about')).blocks as object[]).at(-1)).toMatchObject({ name: 'ask', fields });
  await editor.save('page', draft.documentId, draft);
});

test('a repeated platform, and two of its pictures for one screen, are refused by name', async () => {
  const draft = await editor.draft('page', 'home');
  type Platforms = { pictures: object[] }[];
  const blocks = (draft['blocks'] as { __component: string; platforms?: Platforms }[]).map((block) => {
    if (block.__component !== 'blocks.product') return block;
    const [web, app] = block.platforms ?? [];
    return { ...block, platforms: [web, { ...app, pictures: [app?.pictures[0], app?.pictures[0]] }, web] };
  });
  const at = blocks.findIndex(({ __component }) => __component === 'blocks.product');
  const name = `Block ${at + 1} (Trading platform “Read the loss before you press Buy”)`;
  expect((await expectRefusal(editor.save('page', draft.documentId, { ...draft, blocks }))).fields).toEqual({
    [`blocks.${at}.platforms.1.pictures`]: `${name}: app has two pictures for the same screen; keep one.`,
    [`blocks.${at}.platforms`]: `${name} has the same platform twice; keep one.`,
  });
});

describe('the hours of a market', () => {
  test.each([
    [
      { sessions: 'Mon-Fri 9:30-16:00' },
      'sessions',
      'Line 1, “Mon-Fri 9:30-16:00”, is not a session: write Mon-Fri 09:30-16:00',
    ],
    [{ sessions: 'Mon-Fri 09:30-16:00\nLun 10:00-11:00' }, 'sessions', 'Line 2'],
    [{ sessions: 'Mon-Fri 09:30-29:00' }, 'sessions', 'a time that no clock shows'],
    [{ exceptions: '25.12.2026 closed' }, 'exceptions', 'is not a holiday: write 2026-12-25 closed christmas'],
    [{ exceptions: '2026-03-17 closed xmas' }, 'exceptions', 'a name that no language of the site knows, “xmas”'],
    [{ exceptions: '2027-02-29 closed' }, 'exceptions', 'names a day that does not exist'],
    [{ exceptions: '2026-12-24 closed\n2026-12-24 until 13:00' }, 'exceptions', '2026-12-24 is named twice'],
    [{ exceptions: '2026-12-24 from 13:00 until 12:00' }, 'exceptions', 'ends before it begins'],
    [{ zone: 'Europe/Atlantis' }, 'zone', '“Europe/Atlantis” is no time zone'],
  ])('%j is refused', async (change, field, sentence) => {
    const draft = await editor.draft('trading-calendar', 'nyse');
    const refusal = await expectRefusal(editor.save('trading-calendar', draft.documentId, { ...draft, ...change }));
    expect([refusal.status, refusal.fields[field]]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test('a holiday that is written in Strapi is on the page in every language', async () => {
    const draft = await editor.draft('trading-calendar', 'nyse');
    const exceptions = `${String(draft['exceptions'])}\n2026-03-17 from 11:00 until 12:00 christmas-eve`;
    await editor.publish('trading-calendar', draft.documentId, { ...draft, exceptions });
    const seen = async (path: string) => (await fetch(`${site.url}${path}/trading-hours?week=2026-03-17`)).text();
    await until(async () => (await seen('')).includes('Tue 17 Mar: closes at 16:00, Christmas Eve'), 'the holiday');
    expect(await seen('')).toContain('Tue 17 Mar: opens at 15:00, Christmas Eve');
    expect(await seen('/es')).toContain('mar 17 mar: cierra a las 16:00, Nochebuena');
    expect(await seen('/it')).toContain('mar 17 mar: chiude alle 16:00, Vigilia di Natale');
    await editor.publish('trading-calendar', draft.documentId, draft);
  });
});

describe('the daily prices of an instrument', () => {
  test.each([
    ['2026-10-30,1,1.1,0.9,1.2', 'Line 1, “2026-10-30,1,1.1,0.9,1.2”, must have a high of 1.2 or more'],
    ['2026-10-29,1,1,1,1\n2026-10-29,1,1,1,1', 'Line 2, “2026-10-29,1,1,1,1”, must be later than 2026-10-29'],
    ['30.10.2026;1;1;1;1', 'is no trading day: write date, open, high, low, close'],
  ])('%j is refused', async (bars, sentence) => {
    const draft = await editor.draft('price-history', 'eurusd');
    const refusal = await expectRefusal(editor.save('price-history', draft.documentId, { ...draft, bars }));
    expect([refusal.status, refusal.fields['bars']]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test('an instrument of no calendar is refused', async () => {
    const draft = await editor.draft('instrument', 'eurusd');
    const refusal = await expectRefusal(editor.publish('instrument', draft.documentId, { ...draft, calendar: 'fx' }));
    expect([refusal.status, refusal.fields['calendar']]).toEqual([
      400,
      expect.stringContaining('There is no trading calendar “fx”'),
    ]);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) =>
    fetch(`${strapi.url}/admin/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });

  /** An editor instead of the administrator, whose session would end with a new password. */
  const forgetful = 'forgetful@veldstone.example';
  beforeAll(async () => void (await editor.colleague('forgetful', ['Editor, English'])));

  test('is answered with a mail from the mail server, with a link that works', async () => {
    expect((await ask(forgetful)).status).toBe(204);
    const {
      from,
      mail: { text },
    } = await until(() => mail.to(forgetful)[0], 'the mail');
    expect(from).toBe('desk@veldstone.example');
    const code = /reset-password\?code=([0-9a-f]+)/.exec(text)?.[1] ?? '';
    const reset = await fetch(`${strapi.url}/admin/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resetPasswordToken: code, password: administrator.password }),
    });
    expect(reset.status).toBe(200);
    expect((await ask('nobody@veldstone.example')).status).toBe(204);
  });

  test('raises an alarm when one address refuses the mail, and reveals nothing about accounts', async () => {
    mail.mood = 'refuses recipients';
    expect((await ask(forgetful)).status).toBe(204);
    await until(() => strapi.output().includes('ALARM mail-undeliverable'), 'the alarm');
    expect(strapi.output()).not.toMatch(/reset-password\?code=/);
    mail.mood = 'willing';
  });

  test('has the same answer for everybody without the mail server, and raises an alarm', async () => {
    await mail.close();
    const answers = await Promise.all(
      [forgetful, 'nobody@veldstone.example'].map(async (email) => {
        const answer = await ask(email);
        return { status: answer.status, text: await answer.text() };
      }),
    );
    expect(answers[0]).toEqual({ status: 503, text: expect.stringContaining('cannot send mail now') });
    expect(answers[1]).toEqual(answers[0]);
    expect(strapi.output()).toContain('ALARM mail-unreachable');
    await mail.listen();
    expect((await ask('somebody@veldstone.example')).status).toBe(204);
  });
});

test('the panel has no link to a shop', async () => {
  expect(await editor.rights()).not.toContain('admin::marketplace.read');
  expect((await readdir(strapi.dataDir)).includes('mail')).toBe(false);
});
