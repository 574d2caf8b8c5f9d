/** Starts a site with accounts whose page `/webtrader` has two forms that editors composed, in three languages; the demonstration has none. */
import { appendFileSync, cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, locales } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import type { Engine } from '../services/account-databases.ts';
import { type AccountSite, startAccountSite } from './account-site.ts';
import { newSiteData } from './start-built-site.ts';

export const formPath = '/webtrader';

/** The words of the form in each language. */
export const formWords = {
  en: {
    heading: 'Watch the webinar',
    topic: 'What interests you',
    choices: ['Forex – majors', 'Gold'],
    company: 'Company',
    companyHint: 'As it is registered.',
    missing: 'Tell us which subject to prepare',
    consent: 'I agree to e-mails about **webinars**.',
  },
  es: {
    heading: 'Mira el seminario',
    topic: 'Qué te interesa',
    choices: ['Divisas – principales', 'Oro'],
    company: 'Empresa',
    companyHint: 'Como está registrada.',
    missing: 'Dinos qué tema preparar',
    consent: 'Acepto correos sobre **seminarios**.',
  },
  it: {
    heading: 'Guardi il webinar',
    topic: 'Che cosa Le interessa',
    choices: ['Valute – principali', 'Oro'],
    company: 'Azienda',
    companyHint: 'Come è registrata.',
    missing: 'Ci dica quale tema preparare',
    consent: 'Accetto e-mail sui **webinar**.',
  },
} satisfies Record<Locale, Record<string, string | string[]>>;

/** The blocks as a feed delivers them. `call` asks for a phone number alone, and leads to another page. */
export function writeForms(locale: Locale): Record<string, unknown>[] {
  const words = formWords[locale];
  return [
    {
      __component: 'blocks.form',
      heading: words.heading,
      text: null,
      tone: 'band',
      name: 'webinar',
      destination: 'marketing',
      // A page that is withdrawn leaves the form in its place, and the words of its link.
      link: '/legal/withdrawn',
      fields: [
        { kind: 'name', name: 'name' },
        { kind: 'email', name: 'email' },
        { kind: 'country', name: 'country' },
        { kind: 'phone', name: 'phone', required: false },
        {
          kind: 'choice',
          name: 'subject',
          label: words.topic,
          choices: words.choices.join('\n'),
          message: words.missing,
        },
        { kind: 'line', name: 'company', label: words.company, hint: words.companyHint, required: false },
        { kind: 'text', name: 'question', label: words.topic, required: false },
        { kind: 'consent', name: 'newsletter', consent: `${words.consent} [Rules](/legal/withdrawn)` },
      ],
    },
    {
      __component: 'blocks.form',
      heading: `${words.heading} (2)`,
      name: 'call',
      destination: 'sales',
      fields: [{ kind: 'phone', name: 'phone' }],
      link: '/about',
    },
  ];
}

interface FormRoot {
  environment: { BROKERFRONT_ROOT: string };
  remove: () => void;
}

/** The demonstration with the two forms, for a site that a test starts itself. */
export async function createFormRoot(): Promise<FormRoot> {
  const root = join(await newSiteData('forms'), 'root');
  cpSync(join(projectRoot, 'demo'), join(root, 'demo'), { recursive: true });
  for (const locale of locales)
    appendFileSync(
      join(root, `demo/pages/webtrader.${locale}.yaml`),
      // JSON is YAML.
      writeForms(locale)
        .map((block) => `  - ${JSON.stringify(block)}\n`)
        .join(''),
    );
  for (const name of ['dist', 'node_modules', 'accounts']) symlinkSync(join(projectRoot, name), join(root, name));
  return {
    environment: { BROKERFRONT_ROOT: root },
    remove: () => rmSync(join(root, '..'), { recursive: true, force: true }),
  };
}

export async function startFormSite(engine: Engine, environment: Record<string, string> = {}): Promise<AccountSite> {
  const root = await createFormRoot();
  const site = await startAccountSite(engine, { ...root.environment, ...environment });
  return {
    ...site,
    async stop() {
      await site.stop();
      root.remove();
    },
  };
}
