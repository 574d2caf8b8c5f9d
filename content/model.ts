/**
 * The content model: everything that the site understands, in the site's own words.
 * Wire shapes (Strapi's or the demo files') stop at `content/parse`; components see only these types.
 */
import type { Block, Cell } from './model-blocks.ts';
import type { IconName } from './icon-names.ts';
import type { Locale } from './locales.ts';

export type { Locale };

declare const sanitised: unique symbol;
/** HTML that went through the sanitiser in `content/parse/markdown.ts`: the only string a component may insert as markup. */
export type Html = string & { readonly [sanitised]: true };

/** R23. `url` is a site path without language prefix, or an absolute address. */
export interface Link {
  id: string;
  name: string;
  url: string;
  openInNewTab: boolean;
}

export interface Action extends Link {
  style: 'primary' | 'secondary' | 'quiet';
}

/** Sizes in CSS pixels; 0 when unknown. */
export interface Media {
  /** As the content service has it: R32 makes it an address. */
  url: string;
  /** Where the site serves the same picture itself, so that a page needs no request to the content service; null when it has no copy. */
  local: string | null;
  alt: string;
  width: number;
  height: number;
}

/** R33: what is not given is null or empty, and the site's `default-seo` stands in, for each of the four by itself. */
export interface Seo {
  title: string | null;
  description: string | null;
  keywords: string[];
  image: Media | null;
}

/** What every document has. `id` is stable across locales and publishes (Strapi's `documentId`). */
export interface DocumentBase {
  id: string;
  locale: Locale;
  /** ISO date-time of the last change of the text, UTC. */
  updatedAt: string;
}

interface Sluggable {
  slug: string;
}

export interface Page extends DocumentBase {
  title: string;
  seo: Seo;
  blocks: Block[];
}

interface ArticleBase extends DocumentBase, Sluggable {
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

export interface Job extends DocumentBase, Sluggable {
  title: string;
  location: string;
  department: string;
  employmentType: string;
  /** ISO dates. */
  postedOn: string;
  validThrough: string | null;
  summary: string;
  body: Html;
}

export interface GlossaryTerm extends DocumentBase, Sluggable {
  term: string;
  definition: Html;
  related: string[];
}

export interface FaqGroup extends DocumentBase {
  name: string;
  position: number;
}

export interface Faq extends DocumentBase {
  question: string;
  answer: Html;
  group: string | null;
  position: number;
}

/** The 16 feature rows of R13, in the order of the specification. */
export const accountFeatureKeys = [
  'minimumDeposit', 'pammMam', 'tradesInsurance', 'negativeBalance', 'prioritySupport', 'bonus', 'dynamicLeverage', 'spreads',
  'stopOut', 'mt5Access', 'marketReviews', 'oneToOneEducation', 'demoCoaching', 'accountRepMeetings', 'swapFreeDays',
  'availableCurrencies',
] as const;
export type AccountFeatureKey = (typeof accountFeatureKeys)[number];

export interface AccountType extends DocumentBase {
  name: string;
  tagline: string;
  position: number;
  highlighted: boolean;
  features: Record<AccountFeatureKey, Cell>;
}

export interface LegalDocument extends DocumentBase {
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
  to: string;
  permanent: boolean;
}

export type NavBlock =
  | { component: 'header.nav-group'; id: string; links: Link[] }
  | { component: 'header.nav-column'; id: string; name: Html; icon: IconName | null; links: Link[] };

export interface HeaderNavItem extends DocumentBase {
  name: string;
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

/** A link drawn as an image: a download badge or a social network. */
export interface ImageLink {
  id: string;
  name: string;
  link: string;
  image: Media | null;
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
  /** The standing risk warning of every page. */
  riskWarning: Html;
}

export interface DefaultSeo extends DocumentBase {
  seo: Seo;
}

/** Every document type by its name: the mirror, the feeds and the tags use these names. */
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
  'legal-document': LegalDocument;
  redirect: Redirect;
  'header-nav-item': HeaderNavItem;
  'footer-links': FooterLinks;
  header: Header;
  footer: Footer;
  'common-datum': CommonData;
  'default-seo': DefaultSeo;
}

export type DocumentType = keyof DocumentTypes;
