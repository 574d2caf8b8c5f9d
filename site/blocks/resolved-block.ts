/** Blocks with the documents they refer to, ready to render: what `resolve-blocks.ts` makes of the content model's blocks. */
import type { AccountType } from '../../content/model.ts';
import type { Html, Media } from '../../content/model-values.ts';
import type { AccountTypesBlock, ArticleList, FaqBlock, KnownBlock, UnknownBlock } from '../../content/model-blocks.ts';

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
export type ResolvedAccountTypes = AccountTypesBlock & { accounts: AccountType[]; canRegister: boolean };
export type ResolvedArticleList = ArticleList & { articles: ArticleTeaser[] };
export type ResolvedFaq = Omit<FaqBlock, 'items'> & { items: { id: string; question: string; answer: Html }[] };

type Replaced = ResolvedAccountTypes | ResolvedArticleList | ResolvedFaq;

export type ResolvedBlock = Exclude<KnownBlock, { component: Replaced['component'] }> | Replaced | UnknownBlock;

/** The resolved block of one component name. */
export type BlockOf<Name extends ResolvedBlock['component']> = Extract<ResolvedBlock, { component: Name }>;
