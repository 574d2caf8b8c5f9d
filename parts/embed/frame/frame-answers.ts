/**
 * Fetches the data of header and footer in one language: the six endpoints of R31 and the public setting. Stores the last answers of each
 * language, for when the site is unreachable.
 */
import type { WireMedia } from '../../../site/ui/media-url.ts';
import type { Locale } from '../../../content/locales.ts';
import type { LinkGroup } from '../../../content/model.ts';
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

/** Any answer may be missing; the parts that need it are then left out. */
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
  'strapi/default-seo'?: { data: Entry<{ seo: { description: string; image: FrameImage | null } }> | null };
  settings?: { strapiUrl: string };
}

type FrameQuestion = keyof FrameAnswers;

/** Pending requests; header and footer share them, because they ask for the same at the same time. */
const pending = new Map<string, Promise<unknown>>();
/** Timeout of a request in milliseconds. */
const requestTimeoutMs = 10_000;

async function request(question: FrameQuestion, locale: Locale): Promise<unknown> {
  const response = await fetch(`${site}/api/${question}`, {
    headers: { 'accept-language': locale },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return response.ok ? response.json() : undefined;
}

/** Fetches the current answers. Never rejects: the answer of a failed request is missing. */
export async function fetchAnswers(questions: readonly FrameQuestion[], locale: Locale): Promise<FrameAnswers> {
  const answers: Partial<Record<FrameQuestion, unknown>> = {};
  await Promise.all(
    questions.map(async (question) => {
      const key = question + locale;
      const answer = pending.get(key) ?? request(question, locale).finally(() => pending.delete(key));
      pending.set(key, answer);
      try {
        const body = await answer;
        if (body) answers[question] = body;
      } catch {
        /* The site is unreachable, or does not allow this origin. */
      }
    }),
  );
  return answers as FrameAnswers;
}

/** In characters. No header and footer is longer, and other scripts of the page also need the storage. */
const maxStoredLength = 200_000;
const buildStoreKey = (locale: Locale) => `brokerfront-${locale}`;

/** Reads the last answers in a language; empty when the browser's settings block the storage, or when the entry is unreadable foreign data. */
export function readStoredAnswers(locale: Locale): FrameAnswers {
  try {
    return Object(JSON.parse(localStorage.getItem(buildStoreKey(locale)) ?? '{}')) as FrameAnswers;
  } catch {
    return {};
  }
}

export function storeAnswers(locale: Locale, answers: FrameAnswers): void {
  try {
    const text = JSON.stringify({ ...readStoredAnswers(locale), ...answers });
    if (text.length < maxStoredLength) localStorage.setItem(buildStoreKey(locale), text);
    else localStorage.removeItem(buildStoreKey(locale));
  } catch {
    /* Without storage, every page waits for the site. */
  }
}
