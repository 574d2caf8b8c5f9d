/** What a visitor chooses on the way to the registration, and an address that was mistyped in it, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasePerson, exportPerson } from '../../accounts/person-data.ts';
import { openFolderStorage } from '../../accounts/submissions/folder-storage.ts';
import { engines } from '../services/account-databases.ts';
import {
  type AccountSite,
  Visitor,
  ageRegistration,
  details,
  password,
  registerFast,
  startAccountSite,
} from '../sites/account-site.ts';

describe.each(engines)('a registration on %s', (engine) => {
  let site: AccountSite;
  beforeAll(async () => {
    site = await startAccountSite(engine);
  });
  afterAll(() => site.stop());

  const readDetails = async (email: string) => {
    const { db } = site.database;
    const row = await db.selectFrom('registration').select('details').where('email', '=', email).executeTakeFirst();
    return row && (JSON.parse(row.details) as unknown);
  };
  const readMessages = async (event: string) =>
    (await site.database.db.selectFrom('outbox').select('payload').where('event', '=', event).execute()).map(
      ({ payload }) => JSON.parse(payload) as Record<string, unknown>,
    );

  test('shows the account type and currency of the address, lets them be changed, and keeps them with the person', async () => {
    const email = 'chosen@example.com';
    const visitor = new Visitor(site.url);
    const plain = await visitor.get('/en/register');
    expect(plain.text).not.toMatch(/<option value="\w+" selected/);
    for (const path of ['/register', '/old-register']) {
      const first = await visitor.get(`${path}?account=master&currency=EUR`);
      expect(first.headers.get('cache-control'), path).toContain('no-store');
      for (const value of ['master', 'EUR']) expect(first.text, path).toContain(`<option value="${value}" selected`);
      const unknown = await visitor.get(`${path}?account=%22%3E%3Cb%3E&currency=GBP`);
      expect(unknown.text, path).not.toContain('<b>');
    }
    await visitor.post('/register', { intent: 'continue', email, password, account: 'prime', currency: 'USD' });
    const second = await visitor.get('/register');
    expect(second.text).toContain('Account: Prime, USD.');
    // Another link on the way changes the choice of a registration that is open.
    expect((await visitor.get('/register?account=discovery')).text).toContain('Account: Discovery, USD.');
    const chosen = { ...details, account: 'prime', currency: 'USD' };
    await visitor.post('/register', { intent: 'create', ...chosen, back: 'yes' });
    expect((await visitor.get('/register')).text).toContain('<option value="prime" selected');
    await visitor.post('/register', { intent: 'continue', email, password, account: 'master', currency: 'USD' });
    await ageRegistration(site, email);
    const created = await visitor.post('/register', { intent: 'create', ...chosen, account: 'master' });
    expect(created.location).toBe('/register?step=details#form');
    const kept = { account: 'master', currency: 'USD' };
    expect(await readDetails(email)).toMatchObject(kept);
    expect(await readMessages('registration.created')).toContainEqual(expect.objectContaining({ email, ...kept }));
    expect(JSON.stringify(await exportPerson(site.database, email))).toContain('master');
    await erasePerson(site.database, openFolderStorage(site.dataDir), email);
    expect(await readDetails(email)).toBeUndefined();
  });

  test('keeps no account type or currency that the content does not have', async () => {
    await registerFast(new Visitor(site.url), 'none@example.com', { account: 'platinum', currency: 'BTC' });
    expect(await readDetails('none@example.com')).toMatchObject({ account: '', currency: '' });
  });

  test('sends the confirmation to the corrected address, to a visitor who knows the password', async () => {
    const [wrong, right] = ['mistpyed@example.com', 'mistyped@example.com'];
    const visitor = new Visitor(site.url);
    await registerFast(visitor, wrong);
    const { link: oldLink } = await site.mailTo(wrong, /Confirm/);
    const correct = (email: string, typed: string, who = visitor) =>
      who.post('/register', { intent: 'correct', email, password: typed });
    expect((await visitor.get('/register')).text).toContain('The address is mistyped');
    expect((await correct(right, password, new Visitor(site.url))).location).toBe('/register');
    const refused = await correct(right, 'Wrong1!x');
    expect([refused.status, refused.text.includes(`value="${right}"`)]).toEqual([422, true]);
    const shownSummaries = [...refused.text.matchAll(/<div [^>]*role="alert"[^>]*>/g)].filter(
      ([tag]) => !tag.includes('hidden'),
    );
    expect(shownSummaries).toHaveLength(1);
    await registerFast(new Visitor(site.url), 'taken@example.com');
    expect((await correct('taken@example.com', password)).text).toContain('This email address is already registered');
    expect((await correct(right, password)).location).toBe('/register?again=1#form');
    const { link } = await site.mailTo(right, /Confirm/);
    const confirm = (address: string) =>
      visitor.post('/register', { intent: 'confirm', token: new URL(address).searchParams.get('confirm') ?? '' });
    expect((await confirm(oldLink)).status).toBe(410);
    expect((await confirm(link)).location).toBe('/login?done=confirmed#form');
    const [told] = await readMessages('registration.email-corrected');
    expect(told).toMatchObject({ email: right });
    const exported = JSON.stringify(await exportPerson(site.database, right));
    expect(exported).toContain(String(told?.['registrationId']));
    // A confirmed address is nobody's mistake.
    await registerFast(visitor, 'later@example.com');
    await site.database.db
      .updateTable('user')
      .set({ emailVerified: engine === 'sqlite' ? 1 : true })
      .where('email', '=', 'later@example.com')
      .execute();
    expect((await correct('other@example.com', password)).location).toBe('/login');
  });
});
