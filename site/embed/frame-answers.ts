/**
 * What the site says of its header and footer: the six endpoints of R31 and the public setting, in a language. The last answer is kept
 * for each language, for when the site is away.
 */
import type { WireMedia } from '../ui/media/media-url.ts';
import type { Locale } from '../../content/locales.ts';
import type { LinkGroup } from '../../content/model.ts';
import { site } from './site-address.ts';

export interface FrameLink {
  name: string;
  url: string;
  openInNewTab?: boolean;
  phone?: string | null;
}

export interface FrameImage extends WireMedia {
  alternativeText?: string | null;
  width?: number;
  height?: number;
  attributes?: FrameImage | null;
  data?: FrameImage | null;
}

export interface FrameImageLink {
  name: string;
  link: string;
  image: FrameImage | null;
}

interface Entry<Attributes> {
  attributes: Attributes;
}

export interface NavItem {
  name: string;
  menu_position: number;
  content: { __component: string; name?: string; icon?: string | null; links: FrameLink[] }[];
}

/** Each may be missing, and is then left out of what is shown. */
export interface FrameAnswers {
  'strapi/header-nav-items'?: { data: Entry<NavItem>[] };
  'strapi/header'?: { data: Entry<{ loginButtonText: string; signupButtonText: string }> | null };
  'strapi/footer'?: {
    data: Entry<{
      downloads: FrameImageLink[];
      contact: { name: string; links: FrameLink[] } | null;
      socialsTitle: string | null;
      socialsItems: FrameImageLink[];
      paymentMethodsItems: { data: FrameImage[] };
      additionalLinks: FrameLink[];
      text: string;
    }> | null;
  };
  'strapi/footer-links'?: { data: Entry<{ linkGroups: LinkGroup[] }>[] };
  'strapi/common-datum'?: {
    data: Entry<{ siteName: string; riskWarning: string; logoColored: FrameImage; logoWhite: FrameImage }> | null;
  };
  'strapi/default-seo'?: {
    data: Entry<{ seo: { title: string; description: string; keywords: string; image: FrameImage | null } }> | null;
  };
  settings?: { strapiUrl: string };
}

export type FrameQuestion = keyof FrameAnswers;

/** Header and footer ask for the same at the same time: only once. */
const underWay = new Map<string, Promise<unknown>>();
const patience = 10_000;

async function ask(question: FrameQuestion, locale: Locale): Promise<unknown> {
  const response = await fetch(`${site}/api/${question}`, {
    headers: { 'accept-language': locale },
    signal: AbortSignal.timeout(patience),
  });
  return response.ok ? response.json() : undefined;
}

/** What the site answers now. Never throws: an answer that does not come is missing. */
export async function freshAnswers(questions: readonly FrameQuestion[], locale: Locale): Promise<FrameAnswers> {
  const answers: Partial<Record<FrameQuestion, unknown>> = {};
  await Promise.all(
    questions.map(async (question) => {
      const key = question + locale;
      const answer = underWay.get(key) ?? ask(question, locale).finally(() => underWay.delete(key));
      underWay.set(key, answer);
      try {
        const said = await answer;
        if (said) answers[question] = said;
      } catch {
        /* The site is away, or does not allow this one to ask. */
      }
    }),
  );
  return answers as FrameAnswers;
}

/** More than this is no header and footer: other scripts of the page need the store, too. */
const mostKept = 200_000;
const storeKey = (locale: Locale) => `brokerfront-${locale}`;

/** What the site answered last. What cannot be read, because of the browser's settings or of somebody else's data, is as if it were not there. */
export function keptAnswers(locale: Locale): FrameAnswers {
  try {
    return Object(JSON.parse(localStorage.getItem(storeKey(locale)) ?? '{}')) as FrameAnswers;
  } catch {
    return {};
  }
}

export function keepAnswers(locale: Locale, answers: FrameAnswers): void {
  try {
    const text = JSON.stringify({ ...keptAnswers(locale), ...answers });
    if (text.length < mostKept) localStorage.setItem(storeKey(locale), text);
    else localStorage.removeItem(storeKey(locale));
  } catch {
    /* Without a store the site is asked each time. */
  }
}
