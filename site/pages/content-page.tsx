/** A page that consists of blocks, as most static pages do. */
import type { ReactNode } from 'react';
import type { Page } from '../../content/model.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { HeroWithForm } from '../blocks/Hero.tsx';
import type { BlockNamed, ResolvedBlock } from '../blocks/resolved-block.ts';
import { keepLiveLinks } from '../layout/live-links.ts';
import { unlistedPages } from '../document-path.ts';
import type { StaticPageId } from '../route-patterns.ts';
import { buildStaticPageHead } from '../page/page-head.ts';
import {
  type Head,
  type LoaderContext,
  NotFound,
  type PageModule,
  type PageParts,
  definePage,
} from '../page/page-module.ts';
import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Prose } from '../ui/Prose.tsx';
import { acceptBlockForm, listForms, markSent, readSentForm } from './forms/block-forms.ts';
import { resolveBlocks } from './resolve-blocks.ts';
import styles from './tool-page.module.css';

export interface ContentPageData {
  page: Page;
  blocks: ResolvedBlock[];
}

interface ContentPageParts<Data extends ContentPageData> extends Partial<Omit<PageParts<Data>, 'loader' | 'head'>> {
  /** Loads data for the page besides its blocks. @throws NotFound or MovedTo. */
  load?: (context: LoaderContext) => Omit<Data, keyof ContentPageData>;
  /** Additions to the usual head, and replacements of its parts. */
  head?: (data: Data, context: LoaderContext, defaultHead: Head) => Partial<Head>;
}

/** Creates a static page from its document and the parts of its module. */
export function createContentPage<Data extends ContentPageData>(
  id: StaticPageId,
  { load, head, query = [], action, ...parts }: ContentPageParts<Data> = {},
): PageModule {
  // As they are shown: a visitor agrees to the words without links to withdrawn pages.
  const readForms = ({ read, locale }: LoaderContext) => {
    const page = read.get('page', id, locale);
    return page ? listForms(keepLiveLinks(page, read, locale).blocks) : [];
  };
  return definePage<Data>({
    kind: 'content',
    Component: ({ data }) => <Blocks blocks={data.blocks} />,
    ...parts,
    query: [...new Set([...query, 'sent'])],
    ...(!action && { hasForm: (context) => readForms(context).length > 0 }),
    action: async (context) =>
      (await acceptBlockForm(context, readForms(context))) ?? action?.(context) ?? { kind: 'no-form' },
    loader(context) {
      const { read, locale } = context;
      const page = read.get('page', id, locale);
      if (!page) throw new NotFound();
      const { sent, ownQuery } = readSentForm(context.query, page.blocks, query);
      const blocks = resolveBlocks(keepLiveLinks(page, read, locale).blocks, read, locale, id);
      return { page, blocks: markSent(blocks, sent), ...load?.({ ...context, query: ownQuery }) } as Data;
    },
    head(data, context) {
      const defaultHead = {
        ...buildStaticPageHead(data.page, context),
        ...(unlistedPages.has(id) && { noindex: true }),
      };
      return { ...defaultHead, ...head?.(data, context, defaultHead) };
    },
  });
}

/** The blocks of a page that visitors open for its form, with the form in the hero. */
export function BlocksWithForm({ blocks, form }: { blocks: ResolvedBlock[]; form: ReactNode }) {
  const [first, ...rest] = blocks;
  if (first?.component !== 'blocks.hero') return <BlocksAround blocks={blocks}>{form}</BlocksAround>;
  return (
    <>
      <HeroWithForm block={first} form={form} />
      <Blocks blocks={rest} />
    </>
  );
}

/** The blocks of a page with other content after the hero, such as news, careers or the glossary. */
export function BlocksAround({ blocks, children }: { blocks: ResolvedBlock[]; children: ReactNode }) {
  const split = blocks[0]?.component === 'blocks.hero' ? 1 : 0;
  return (
    <>
      <Blocks blocks={blocks.slice(0, split)} />
      {children}
      <Blocks blocks={blocks.slice(split)} />
    </>
  );
}

interface ToolPageProps {
  data: ContentPageData;
  children: ReactNode;
  /** Sections between the tool and the other blocks. */
  after?: ReactNode;
}

/** A page that visitors open for its tool: a short head, so that the tool is in the first view; the rest of the opening block follows the tool. */
export function ToolPage({ data: { page, blocks }, children, after }: ToolPageProps) {
  const [opening, ...rest] = blocks;
  const hero: BlockNamed<'blocks.hero'> | null = opening?.component === 'blocks.hero' ? opening : null;
  return (
    <>
      <section className={styles.tool} aria-labelledby="page-heading">
        <header className={styles.head}>
          <h1 id="page-heading">{hero?.heading ?? page.title}</h1>
          <Prose html={hero?.text ?? null} className={styles.lead} />
        </header>
        {children}
        <Prose html={hero?.note ?? null} as="p" className={styles.note} />
        <Actions actions={hero?.actions ?? []} />
      </section>
      {after}
      <Blocks blocks={hero ? rest : blocks} />
    </>
  );
}
