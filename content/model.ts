/**
 * The content model: the types of all documents, with the site's own names. Wire shapes (Strapi's or the demo files') stop at `content/parse`;
 * components see only these types.
 */
import type { Block, Cell } from './model-blocks.ts';
import type { DailyBar, InstrumentFields } from './model-instruments.ts';
import type { MarketWeek } from './model-hours.ts';
import type { AccountFeatureKey, Html, ImageLink, Link, Media } from './model-values.ts';
import type { IconName } from './icon-names.ts';
import type { Locale } from './locales.ts';

export type { Locale };

/** R33: a missing field is null or empty; `default-seo` then replaces it, independently for each of the four. */
export interface Seo {
  title: string | null;
  description: string | null;
  keywords: string[];
  image: Media | null;
}

/** The fields of every document. `id` is stable across locales and publishes (Strapi's `documentId`). */
export interface DocumentBase {
  id: string;
  locale: Locale;
  /** ISO date-time of the last change of the text, UTC. */
  updatedAt: string;
}

interface Sluggable {
  slug: string;
}

/** Other words and questions by which visitors search a document; no page shows them. A document of another release may lack them. */
interface Searched {
  searchedAs?: string[];
}

export interface Page extends DocumentBase, Searched {
  title: string;
  /** Path without language prefix, the same in every language. */
  slug: string;
  /** Kept out of search engines, sitemaps and the search of the site. */
  hidden: boolean;
  seo: Seo;
  blocks: Block[];
}

interface ArticleBase extends DocumentBase, Sluggable, Searched {
  title: string;
  summary: string;
  /** ISO date. */
  publishedOn: string;
  author: string | null;
  category: string | null;
  tags: string[];
  image: Media | null;
  body: Html;
  /** Reading time at 220 words a minute, at least 1. */
  minutes: number;
  seo: Seo;
}

export interface NewsArticle extends ArticleBase {
  newsOfTheWeek: boolean;
}

export interface EducationArticle extends ArticleBase {
  level: 1 | 2 | 3;
}

/** A tag or a category of news or of education. */
export interface Topic extends DocumentBase, Sluggable {
  name: string;
  description: string;
}

export interface Author extends DocumentBase, Sluggable {
  name: string;
  role: string;
  description: string;
  bio: Html;
  photo: Media | null;
}

export interface Job extends DocumentBase, Sluggable, Searched {
  title: string;
  location: string;
  department: string;
  employmentType: string;
  /** ISO date, like `validThrough`. */
  postedOn: string;
  validThrough: string | null;
  summary: string;
  body: Html;
}

export interface GlossaryTerm extends DocumentBase, Sluggable, Searched {
  term: string;
  definition: Html;
  related: string[];
}

export interface FaqGroup extends DocumentBase {
  name: string;
  position: number;
}

export interface Faq extends DocumentBase, Searched {
  question: string;
  answer: Html;
  group: string | null;
  position: number;
}

export interface AccountType extends DocumentBase {
  name: string;
  tagline: string;
  position: number;
  highlighted: boolean;
  features: Record<AccountFeatureKey, Cell>;
}

/** Only the name is translated; the figures are the same in every language. */
export interface Instrument extends DocumentBase, InstrumentFields {}

/** The latest trading days of an instrument, whose id it has. A document of its own, so that lists of instruments do not read it. */
export interface PriceHistory extends DocumentBase {
  symbol: string;
  /** Oldest first. */
  bars: DailyBar[];
}

/** Explains what moves the price of an instrument, or of a class of instruments. */
export interface InstrumentGuide extends DocumentBase {
  /** A symbol, a class of instruments, or `forex` for all currency pairs. */
  subject: string;
  title: string;
  body: Html;
  /** The source of the prices. */
  priceNote: Html;
  /** Ids of tags: articles that have one of them are related. */
  tags: string[];
  /** Ids of glossary terms. */
  terms: string[];
}

export interface LegalDocument extends DocumentBase, Searched {
  title: string;
  version: string;
  /** ISO date. */
  effectiveOn: string;
  summary: string;
  body: Html;
  /** The `h2` of the body, in order. */
  contents: { id: string; text: string }[];
  seo: Seo;
}

export interface Redirect extends DocumentBase {
  from: string;
  /** The same as `from`: a redirect is found as a document is by its address. */
  slug: string;
  to: string;
  permanent: boolean;
  /** Of a page that has ended: links to it are not shown. */
  ended: boolean;
}

export type NavBlock =
  | { component: 'header.nav-group'; id: string; links: Link[] }
  | { component: 'header.nav-column'; id: string; name: Html; icon: IconName | null; links: Link[] };

export interface HeaderNavItem extends DocumentBase {
  name: string;
  /** What the submenu is about, in one line. */
  text: Html | null;
  menuPosition: number;
  content: NavBlock[];
}

export interface Header extends DocumentBase {
  loginButtonText: string;
  signupButtonText: string;
}

export interface LinkGroup {
  name: string;
  links: Link[];
}

export interface FooterLinks extends DocumentBase {
  position: number;
  linkGroups: LinkGroup[];
}

export interface Footer extends DocumentBase {
  downloads: ImageLink[];
  contact: { name: string; links: (Link & { phone: string | null })[] } | null;
  socialsTitle: string | null;
  socialsItems: ImageLink[];
  paymentMethodsItems: Media[];
  additionalLinks: Link[];
  text: Html;
}

export interface CommonData extends DocumentBase {
  siteName: string;
  legalName: string;
  licence: string;
  address: string;
  email: string;
  phone: string;
  logoColored: Media | null;
  logoWhite: Media | null;
  /** The risk warning that every page shows. */
  riskWarning: Html;
  /** Groups of words that mean the same in a search, such as `withdrawal, payout, take out`. A document of another release may lack them. */
  synonyms?: string[];
}

export interface DefaultSeo extends DocumentBase {
  seo: Seo;
}

/** Words of the interface that editors wrote in place of the site's own messages (`site/i18n/editable-messages.ts`). */
export interface InterfaceWordSet extends DocumentBase {
  words: { message: string; text: string }[];
}

/** The hours of a market or an exchange: the same for every language, except its names. */
export interface TradingCalendar extends DocumentBase, MarketWeek {
  name: string;
  /** A short description of what trades there. */
  trades: string;
  position: number;
}

/** Every document type by its name: the replica, the feeds and the tags use these names. */
export interface DocumentTypes {
  page: Page;
  'news-article': NewsArticle;
  'education-article': EducationArticle;
  tag: Topic;
  'news-category': Topic;
  'education-category': Topic;
  author: Author;
  job: Job;
  'glossary-term': GlossaryTerm;
  'faq-group': FaqGroup;
  faq: Faq;
  'account-type': AccountType;
  instrument: Instrument;
  'price-history': PriceHistory;
  'instrument-guide': InstrumentGuide;
  'legal-document': LegalDocument;
  redirect: Redirect;
  'trading-calendar': TradingCalendar;
  'header-nav-item': HeaderNavItem;
  'footer-links': FooterLinks;
  header: Header;
  footer: Footer;
  'common-datum': CommonData;
  'default-seo': DefaultSeo;
  'interface-word-set': InterfaceWordSet;
}

export type DocumentType = keyof DocumentTypes;
