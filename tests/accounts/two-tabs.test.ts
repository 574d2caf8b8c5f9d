/** Two people in two tabs of one browser: in any order of their steps, no data of one is stored or shown under the name of the other. */
import { afterAll, describe, expect, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import { expectedWords } from '../expected-words.ts';
import { readableText } from '../readable-text.ts';
import { byHash, sample, testSample } from '../sampled.ts';
import {
  ageRegistration,
  type Answer,
  Visitor,
  details,
  member,
  password,
  startAccountSite,
} from '../sites/account-site.ts';

const site = await startAccountSite('sqlite');
afterAll(() => site.stop());

/** The form of a page with its hidden fields, as a browser sends it. */
function hiddenFields(html: string, intent: string): Record<string, string> | null {
  const form = (html.match(/<form[^>]*data-form.*?<\/form>/gs) ?? []).find((one) =>
    one.includes(`name="intent" value="${intent}"`),
  );
  if (form === undefined) return null;
  const inputs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

/** A tab with one page, which shares the cookies of the browser. */
class Tab {
  html = '';
  readonly #browser: Visitor;
  readonly #path: string;

  constructor(browser: Visitor, path: string) {
    this.#browser = browser;
    this.#path = path;
  }

  async open(): Promise<this> {
    this.html = (await this.#browser.get(this.#path)).text;
    return this;
  }

  has(intent: string): boolean {
    return hiddenFields(this.html, intent) !== null;
  }

  /** Sends the form of the shown page, and follows the redirect. */
  async send(intent: string, fields: Record<string, string>): Promise<Answer> {
    const hidden = hiddenFields(this.html, intent);
    if (!hidden) throw new Error(`the tab shows no form to ${intent}`);
    const sent = { ...hidden, intent, elapsed: '9000', ...fields };
    const answer = await this.#browser.post(this.#path, sent);
    this.html =
      answer.status === 303 ? (await this.#browser.get(answer.location.replace(/#.*/, ''))).text : answer.text;
    return answer;
  }
}

interface Person {
  email: string;
  firstName: string;
  password: string;
}
type Step = 'continue' | 'back' | 'again' | 'create';

let browsers = 0;
const newPeople = (): [Person, Person] => {
  browsers += 1;
  return [
    { email: `anna.${browsers}@example.com`, firstName: 'Anna', password },
    { email: `bruno.${browsers}@example.com`, firstName: 'Bruno', password: 'Another1!y' },
  ];
};

/** The steps of a person in their tab, whatever the tab shows. `again` leaves the password empty, because the server kept it. */
function take(step: Step, tab: Tab, { email, firstName, password: typed }: Person): Promise<Answer> {
  if (step === 'continue') return tab.send('continue', { email, password: typed });
  if (step === 'again') return tab.send('continue', { email, password: '' });
  return tab.send('create', { ...details, firstName, ...(step === 'back' ? { back: 'yes' } : {}) });
}

/** Lists all ways to merge two lists without changing the order within each. */
function orders(one: readonly Step[], other: readonly Step[]): (readonly [0 | 1, Step])[][] {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first === undefined) return [other.map((step) => [1, step] as const)];
  if (second === undefined) return [one.map((step) => [0, step] as const)];
  return [
    ...orders(rest, other).map((order) => [[0, first] as const, ...order]),
    ...orders(one, others).map((order) => [[1, second] as const, ...order]),
  ];
}

const short = ['continue', 'create'] as const;
const long = ['continue', 'back', 'again', 'create'] as const;
const all = [...orders(short, short), ...orders(long, short), ...orders(long, long)].map((order) =>
  order.map(([who, step]) => `${'AB'[who]} ${step}`).join(', '),
);
const few = sample(all, (order, index) => index < 6 || byHash([...Array(14).keys()], order) === 0);

describe('registration', () => {
  testSample(few, '%s', async (order) => {
    const browser = new Visitor(site.url);
    const people = newPeople();
    const tabs = [await new Tab(browser, '/register').open(), await new Tab(browser, '/register').open()] as const;
    const messages: string[] = [];
    for (const turn of order.split(', ')) {
      const [letter = '', step = ''] = turn.split(' ');
      const who = letter === 'A' ? 0 : 1;
      // The server refuses two steps within a second and a half.
      await ageRegistration(site);
      // A person who sees the first step again cannot send the second one.
      if (!tabs[who].has(step === 'back' || step === 'create' ? 'create' : 'continue')) continue;
      const answer = await take(step as Step, tabs[who], people[who]);
      // This tab shows no text of the other person.
      const other = people[1 - who];
      for (const typed of [other?.firstName, other?.email])
        expect([turn, typed, tabs[who].html.includes(`value="${typed}"`)]).toEqual([turn, typed, false]);
      if (step === 'create' && answer.status === 303) messages.push(people[who].email);
      if (step === 'create')
        expect([turn, answer.status === 303 || /role="alert"[^>]*autofocus/i.test(answer.text)]).toEqual([turn, true]);
    }
    const rows = await site.database.db
      .selectFrom('registration')
      .select(['email', 'first_name as firstName'])
      .where(
        'email',
        'in',
        people.map(({ email }) => email),
      )
      .execute();
    for (const { email, firstName } of rows)
      expect(firstName).toBe(people.find((one) => one.email === email)?.firstName);
    // A person is registered exactly if the site confirmed it. In every order one of the two is.
    expect(rows.map(({ email }) => email).toSorted()).toEqual(messages.toSorted());
    expect(messages.length).toBeGreaterThan(0);
  });

  test.each(locales)('a form of another tab is answered with the first step and a sentence: %s', async (locale) => {
    const browser = new Visitor(site.url);
    const [anna, bruno] = newPeople();
    const path = localePath('/register', locale);
    const [one, other] = [await new Tab(browser, path).open(), await new Tab(browser, path).open()];
    await take('continue', one, anna);
    const opened = one.html;
    await take('continue', other, bruno);
    for (const step of ['create', 'back'] as const) {
      const answer = await take(step, one, anna);
      const sentence = expectedWords(locale).register.otherTab;
      expect([answer.status, readableText(answer.text)]).toEqual([422, expect.stringContaining(sentence)]);
      expect(answer.text).not.toContain('value="Anna"');
      expect(answer.text).not.toContain(bruno.email);
      one.html = opened;
    }
    // Bruno can continue.
    await ageRegistration(site);
    expect((await take('create', other, bruno)).status).toBe(303);
  });

  test('a person who was replaced in this browser cannot request the mail of the other person again', async () => {
    const browser = new Visitor(site.url);
    const [anna, bruno] = newPeople();
    const tabs = [
      await new Tab(browser, '/old-register').open(),
      await new Tab(browser, '/old-register').open(),
    ] as const;
    await tabs[0].send('create', { ...details, ...anna });
    const sent = await new Tab(browser, '/register').open();
    await tabs[1].send('create', { ...details, ...bruno });
    const answer = await sent.send('resend', {});
    expect([answer.status, answer.location]).toEqual([422, '']);
  });
});

describe('going back', () => {
  async function atFirstStepAgain(): Promise<[Tab, Person, Person]> {
    const [anna, bruno] = newPeople();
    const tab = await new Tab(new Visitor(site.url), '/register').open();
    await take('continue', tab, anna);
    await take('back', tab, anna);
    return [tab, anna, bruno];
  }
  const findPasswords = async ({ email }: Person) =>
    (
      await site.database.db
        .selectFrom('pending_registration')
        .select(['stage', 'password_hash as hash'])
        .where('email', '=', email)
        .execute()
    ).filter(({ stage }) => stage === 'details');

  test('keeps the password on the server, says so, and never sends it', async () => {
    const [tab, anna] = await atFirstStepAgain();
    expect(readableText(tab.html)).toContain(expectedWords('en').forms.passwordKept);
    expect(tab.html).not.toContain(anna.password);
    expect((await take('again', tab, anna)).status).toBe(303);
    expect(await findPasswords(anna)).toHaveLength(1);
    expect(tab.html).toContain('value="Anna"');
    await ageRegistration(site);
    expect((await take('create', tab, anna)).status).toBe(303);
    const signedIn = await new Visitor(site.url).post('/login', { intent: 'sign-in', email: anna.email, password });
    expect(signedIn.location).toBe('/register?step=details#form');
  });

  test('another password replaces it; a mistake in the address keeps it', async () => {
    const [tab, anna] = await atFirstStepAgain();
    const wrong = await tab.send('continue', { email: anna.email, password: 'short' });
    expect([wrong.status, readableText(wrong.text)]).toEqual([
      422,
      expect.stringContaining(expectedWords('en').forms.passwordKept),
    ]);
    expect((await take('continue', tab, { ...anna, password: 'Another1!y' })).status).toBe(303);
    await ageRegistration(site);
    await take('create', tab, anna);
    const signIn = (word: string) =>
      new Visitor(site.url).post('/login', { intent: 'sign-in', email: anna.email, password: word });
    expect([(await signIn(password)).status, (await signIn('Another1!y')).status]).toEqual([422, 303]);
  });

  test('for another address neither the password nor the details are kept', async () => {
    const [tab, , bruno] = await atFirstStepAgain();
    expect((await take('again', tab, bruno)).status).toBe(422);
    expect((await take('continue', tab, bruno)).status).toBe(303);
    expect(tab.html).not.toContain('value="Anna"');
  });

  test('R51: an address that has an account is told in the first step, where it was typed', async () => {
    const email = 'known@example.com';
    await member(site, email);
    for (const typed of [email, 'KNOWN@example.com', '\u200bknown@example.com\u00a0']) {
      const answer = await new Visitor(site.url).post('/register', { intent: 'continue', email: typed, password });
      expect([typed, answer.status, readableText(answer.text)]).toEqual([
        typed,
        422,
        expect.stringContaining(expectedWords('en').errors.duplicate),
      ]);
    }
    // The limit is still twenty an hour for a network address.
    const guesser = new Visitor(site.url);
    const statuses = new Set<number>();
    for (let guess = 0; guess < 21; guess += 1)
      statuses.add((await guesser.post('/register', { intent: 'continue', email, password })).status);
    expect([...statuses]).toEqual([422, 429]);
  });
});

describe('who is signed in', () => {
  test.each(['sign-out', 'end-session'])(
    '%s of one person does not reach another who signed in meanwhile',
    async (intent) => {
      const people = [`owner.${intent}@example.com`, `other.${intent}@example.com`] as const;
      for (const email of people) await member(site, email);
      const browser = new Visitor(site.url);
      const signIn = (visitor: Visitor, email: string) =>
        visitor.post('/login', { intent: 'sign-in', email, password });
      // The other one has a second session, in another browser.
      const secondSession = new Visitor(site.url);
      await signIn(secondSession, people[1]);
      await signIn(browser, people[0]);
      const tab = await new Tab(browser, '/login').open();
      await signIn(browser, people[1]);
      const answer = await tab.send(intent, { everywhere: 'yes', others: 'yes' });
      expect([answer.status, readableText(answer.text)]).toEqual([
        422,
        expect.stringContaining(expectedWords('en').login.otherTab),
      ]);
      expect((await secondSession.get('/login')).text).toContain('You are signed in');
      // The current page belongs to the person who is signed in, so its forms work.
      expect((await tab.send(intent, { everywhere: 'yes', others: 'yes' })).status).toBe(303);
      expect((await secondSession.get('/login')).text).not.toContain('You are signed in');
    },
  );
});
