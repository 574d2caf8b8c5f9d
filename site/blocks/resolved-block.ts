/** Blocks with the documents that they refer to, ready to render. `resolve-blocks.ts` creates them from the content model's blocks. */
import type { AccountType } from '../../content/model.ts';
import type { Html, Media } from '../../content/model-values.ts';
import type {
  AccountTypesBlock,
  ArticleList,
  Diagram,
  FaqBlock,
  FormBlock,
  KnownBlock,
  Stats,
  UnknownBlock,
  WorkedExample,
} from '../../content/model-blocks.ts';
import type { FormFieldKind } from '../../content/model-forms.ts';
import type { DiagramCrop, DiagramTable } from '../drawings/diagram-figures.ts';

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

/** `canRegister`: this language has a page to open an account. `currency`: what the visitor has chosen. */
type ResolvedAccountTypes = AccountTypesBlock & { accounts: AccountType[]; canRegister: boolean; currency?: string };
type ResolvedArticleList = ArticleList & { articles: ArticleTeaser[] };
type ResolvedFaq = Omit<FaqBlock, 'items'> & { items: { id: string; question: string; answer: Html }[] };

/** Closes of the latest trading days, oldest first; null where there is no line to draw. */
export type Closes = readonly number[] | null;

type ResolvedStats = Omit<Stats, 'items'> & { items: (Stats['items'][number] & { closes: Closes })[] };
/** `chart`: `about` describes the line. */
export type ResolvedWorkedExample = WorkedExample & { chart: { closes: readonly number[]; about: string } | null };

/** A diagram as a page shows it: an address for each width, a sentence that describes it, and the same figures as a table. */
export interface DiagramPicture {
  alt: string;
  drawings: Record<DiagramCrop, { src: string; width: number; height: number }>;
  table: DiagramTable;
}

/** `picture` is null when a document that the diagram needs does not exist. */
type ResolvedDiagram = Diagram & { picture: DiagramPicture | null };

/** A form as a page shows it. */
type ResolvedForm = FormBlock & {
  /** All that it asks and says, in the visitor's language, and the hash of that. */
  formText: string;
  version: string;
  /** The site's own words for what is asked. */
  labels: Record<Exclude<FormFieldKind, 'consent'>, string>;
  /** Empty when no field asks for a country. */
  countries: readonly { code: string; name: string }[];
  /** It was just sent. */
  sent: boolean;
};

type ResolvedByDocuments =
  | ResolvedAccountTypes
  | ResolvedArticleList
  | ResolvedDiagram
  | ResolvedFaq
  | ResolvedForm
  | ResolvedStats
  | ResolvedWorkedExample;

export type ResolvedBlock =
  | Exclude<KnownBlock, { component: ResolvedByDocuments['component'] }>
  | ResolvedByDocuments
  | UnknownBlock;

/** The resolved block of one component name. */
export type BlockNamed<Name extends ResolvedBlock['component']> = Extract<ResolvedBlock, { component: Name }>;
