/** The blocks that editors build pages from. One entry here is one component in `site/blocks/Blocks.tsx`. */
import type { AccountFeatureKey, Action, Html, ImageLink, Link, Media } from './model-values.ts';
import type { IconName } from './icon-names.ts';
import type { DiagramKind, DiagramPoint } from './model-diagrams.ts';
import type { FormDestination, FormField } from './model-forms.ts';
import type { ColumnFigure } from './model-instruments.ts';

/** One table cell: text, a number formatted for the locale, a tick or a dash, or daily closes for a small chart, oldest first. */
export type Cell = Html | number | boolean | number[];

export interface Column {
  label: string;
  align: 'start' | 'end';
  format: 'text' | 'number';
  /** Decimals of a number column. */
  digits: number;
  /** In a table of instruments: the figure that the column shows. */
  figure?: ColumnFigure;
  /** Id of the account type whose figures the column shows; without it, those of the recommended account. */
  account?: string;
}

export interface Table {
  caption: string;
  columns: Column[];
  rows: Cell[][];
  note: Html | null;
  /** Symbols and classes of instruments, whose figures fill the rows. */
  instruments?: string[];
}

/** The fields of every block except the hero. */
export interface Section {
  /** Unique within its page; also the anchor. */
  id: string;
  heading: string | null;
  text: Html | null;
  tone: 'plain' | 'band' | 'dark';
}

export interface Hero {
  component: 'blocks.hero';
  id: string;
  eyebrow: string | null;
  heading: string;
  text: Html | null;
  actions: Action[];
  note: Html | null;
  table: Table | null;
  image: Media | null;
}

export interface RichText extends Section {
  component: 'blocks.rich-text';
  /** `quiet`: one column of larger text across the page. */
  variant: 'text' | 'quiet';
  body: Html;
}

export interface FeatureList extends Section {
  component: 'blocks.feature-list';
  items: { icon: IconName | null; title: string; text: Html; link: Link | null }[];
}

export interface Steps extends Section {
  component: 'blocks.steps';
  /** One below the other next to the heading, or side by side on one line. */
  variant: 'column' | 'row';
  items: { title: string; text: Html }[];
  actions: Action[];
}

export interface AccountTypesBlock extends Section {
  component: 'blocks.account-types';
  variant: 'cards' | 'table';
  /** Rows to show on the cards, in order; the table shows all 16. */
  features: AccountFeatureKey[];
  note: Html | null;
}

export interface ComparisonTable extends Section {
  component: 'blocks.comparison-table';
  caption: string;
  columns: { name: string; note: string | null; highlighted: boolean }[];
  rows: { label: string; hint: string | null; values: Cell[] }[];
  note: Html | null;
}

export interface DataTable extends Section {
  component: 'blocks.data-table';
  table: Table;
}

export interface WorkedExample extends Section {
  component: 'blocks.worked-example';
  lines: { label: string; value: string; sum: boolean }[];
  result: { label: string; value: string; tone: 'gain' | 'loss' | 'neutral' };
  note: Html | null;
  /** Symbol whose daily closes are drawn behind it, over the whole width. */
  instrument: string | null;
}

export interface Figure extends Section {
  component: 'blocks.figure';
  image: Media | null;
  caption: Html | null;
}

export interface Quote extends Section {
  component: 'blocks.quote';
  quote: Html;
  name: string;
  role: string | null;
  /** Further quotes; when there are any, the block is a carousel. */
  more: { quote: Html; name: string; role: string | null }[];
}

export interface FaqBlock extends Section {
  component: 'blocks.faq';
  /** Id of the FAQ group whose questions the block shows; null when they are in `items`. */
  group: string | null;
  items: { question: string; answer: Html }[];
  limit: number | null;
  link: Link | null;
}

export interface CallToAction extends Section {
  component: 'blocks.call-to-action';
  actions: Action[];
}

export interface CardList extends Section {
  component: 'blocks.card-list';
  cards: { title: string; text: Html; link: Link | null; image: Media | null; meta: string | null }[];
}

export interface Stats extends Section {
  component: 'blocks.stats';
  /** A row of figures, or a wall of larger ones. */
  variant: 'row' | 'wall';
  /** `instrument`: symbol whose latest closes stand above the figure. */
  items: { value: string; label: string; note: string | null; link: Link | null; instrument: string | null }[];
}

export interface DownloadBadges extends Section {
  component: 'blocks.download-badges';
  items: ImageLink[];
}

export interface ArticleList extends Section {
  component: 'blocks.article-list';
  kind: 'news' | 'education';
  category: string | null;
  limit: number;
  link: Link | null;
}

/** A third-party video: the browser requests nothing from the provider until the visitor consents (R43). */
export interface Embed extends Section {
  component: 'blocks.embed';
  provider: 'youtube';
  videoId: string;
  title: string;
  poster: Media | null;
  consentText: string;
}

export interface RiskNotice extends Section {
  component: 'blocks.risk-notice';
  text: Html;
}

/** The trading platforms, in the order of their tabs. */
export const productViews = ['web', 'app', 'mt5'] as const;
export type ProductView = (typeof productViews)[number];

/** The screens that a picture of a platform is for: a computer, a tablet, a phone. */
export const screenSizes = ['wide', 'medium', 'narrow'] as const;
export type ScreenSize = (typeof screenSizes)[number];

/** One trading platform: its pictures, and what to look at in them. */
export interface Platform {
  view: ProductView;
  /** Alternative text of the pictures. */
  alt: string;
  /** At most one for each size; a smaller screen without its own picture shows that of the next larger one. */
  pictures: { size: ScreenSize; light: Media; dark: Media | null }[];
  /** `from`: the smallest screen whose picture has what the call-out points to. */
  callouts: { title: string; text: Html; from: ScreenSize }[];
}

/** Trading platforms, several of them as tabs. */
export interface Product extends Section {
  component: 'blocks.product';
  platforms: Platform[];
  note: Html | null;
}

/** A diagram from the site's data on instruments, hours and costs, and from points that editors write. */
export interface Diagram extends Section {
  component: 'blocks.diagram';
  kind: DiagramKind;
  /** Symbols. */
  instruments: string[];
  points: DiagramPoint[];
  note: Html | null;
}

/** A form, whose answers take the way of an enquiry. */
export interface FormBlock extends Section {
  component: 'blocks.form';
  heading: string;
  /** Its name: unique on its page, and the same in every language. */
  key: string;
  destination: FormDestination;
  fields: FormField[];
  /** The words of the button; null: the site's own. */
  button: string | null;
  /** Heading and text once the form was sent; null: the site's own. */
  sentHeading: string | null;
  sentText: Html | null;
  /** The page that follows instead; a path without language prefix. */
  nextPage: string | null;
}

/** A block type that this version of the site does not know. It raises an alarm; visitors do not see it, and a preview shows a box. */
export interface UnknownBlock {
  component: 'unknown';
  id: string;
  name: string;
}

export type KnownBlock =
  | Hero
  | RichText
  | FeatureList
  | Steps
  | AccountTypesBlock
  | ComparisonTable
  | DataTable
  | WorkedExample
  | Figure
  | Quote
  | FaqBlock
  | CallToAction
  | CardList
  | Stats
  | DownloadBadges
  | ArticleList
  | Embed
  | RiskNotice
  | Product
  | Diagram
  | FormBlock;

export type Block = KnownBlock | UnknownBlock;
