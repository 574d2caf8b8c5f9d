/** Blocks with the documents they refer to, ready to render: what `resolve-blocks.ts` makes of the content model's blocks. */
import type { AccountType } from '../../content/model.ts';
import type { Html, Media } from '../../content/model-values.ts';
import type {
  AccountTypesBlock,
  ArticleList,
  Diagram,
  FaqBlock,
  KnownBlock,
  Product,
  ProductView,
  Stats,
  UnknownBlock,
  WorkedExample,
} from '../../content/model-blocks.ts';
import type { DiagramCrop, DiagramTable } from '../drawings/diagrams/diagram-figures.ts';
import type { ProductCrop } from '../drawings/product-figures.ts';

/** An article as a list shows it. `path` has no language prefix. */
export interface ArticleTeaser {
  id: string;
  kind: 'news' | 'education';
  title: string;
  summary: string;
  path: string;
  image: Media | null;
  publishedOn: string;
  minutes: number;
  category: { name: string; path: string } | null;
  level: 1 | 2 | 3 | null;
}

/** `canRegister`: this language has a page to open an account. */
type ResolvedAccountTypes = AccountTypesBlock & { accounts: AccountType[]; canRegister: boolean };
type ResolvedArticleList = ArticleList & { articles: ArticleTeaser[] };
type ResolvedFaq = Omit<FaqBlock, 'items'> & { items: { id: string; question: string; answer: Html }[] };

/** A platform that is shown: its drawings, and the call-outs of which the drawings have the numbers. */
export interface ProductPanel {
  view: ProductView;
  /** What the drawing shows, for those who cannot see it. */
  alt: string;
  /** Addresses of the drawing without language prefix, by how much of the platform is drawn. */
  drawings: Record<ProductCrop, { src: string; width: number; height: number }>;
  /** `from`: the smallest crop that has what it points to. */
  callouts: { title: string; text: Html; from: ProductCrop }[];
}

/** No panels: there is no such instrument. `figures` are those of the ticket, as text. */
export type ResolvedProduct = Product & {
  panels: ProductPanel[];
  figures: { caption: string; lines: (readonly [name: string, value: string])[]; note: string } | null;
};

/** Closes of the latest trading days, oldest first; null where there is no line to draw. */
export type Closes = readonly number[] | null;

type ResolvedStats = Omit<Stats, 'items'> & { items: (Stats['items'][number] & { closes: Closes })[] };
/** `chart`: `about` says what the line shows. */
export type ResolvedWorkedExample = WorkedExample & { chart: { closes: readonly number[]; about: string } | null };

/** A diagram as a page shows it: addresses by the room that there is, what it shows in a sentence, and the same figures as a table. */
export interface DiagramPicture {
  alt: string;
  drawings: Record<DiagramCrop, { src: string; width: number; height: number }>;
  table: DiagramTable;
}

/** No picture: something that it is made from does not exist. */
type ResolvedDiagram = Diagram & { picture: DiagramPicture | null };

type Replaced =
  | ResolvedAccountTypes
  | ResolvedArticleList
  | ResolvedDiagram
  | ResolvedFaq
  | ResolvedProduct
  | ResolvedStats
  | ResolvedWorkedExample;

export type ResolvedBlock = Exclude<KnownBlock, { component: Replaced['component'] }> | Replaced | UnknownBlock;

/** The resolved block of one component name. */
export type BlockOf<Name extends ResolvedBlock['component']> = Extract<ResolvedBlock, { component: Name }>;
