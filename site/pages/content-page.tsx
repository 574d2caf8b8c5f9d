/** A page that consists of blocks, as most static pages do. */
import type { ReactNode } from 'react';
import type { Page } from '../../content/model.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { HeroWithForm } from '../blocks/Hero.tsx';
import type { BlockNamed, ResolvedBlock } from '../blocks/resolved-block.ts';
import { keepLiveLinks } from '../layout/live-links.ts';
import { unlistedPages } from '../document-path.ts';
import type { StaticPageId } from '../../content/static-paths.ts';
import { type Crumb, buildPageHead, buildPageTrail } from '../page/page-head.ts';
import {
  type Head,
  type LoaderContext,
  MovedTo,
  NotFound,
  type PageModule,
  type PageParts,
  definePage,
} from '../page/page-module.ts';
import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Breadcrumbs } from '../ui/navigation/Breadcrumbs.tsx';
import { PageIntro } from '../ui/PageIntro.tsx';
import { Prose } from '../ui/Prose.tsx';
import { acceptBlockForm, listForms, markSent, readSentForm } from './forms/block-forms.ts';
import { resolveBlocks } from './resolve-blocks.ts';
import styles from './tool-page.module.css';

export interface ContentPageData {
  page: Page;
  blocks: ResolvedBlock[];
  /** From home to this page. */
  trail: Crumb[];
}

interface ContentPageParts<Data extends ContentPageData> extends Partial<Omit<PageParts<Data>, 'loader' | 'head'>> {
  /** Loads data for the page besides its blocks. @throws NotFound or MovedTo. */
  load?: (context: LoaderContext) => Omit<Data, keyof ContentPageData>;
  /** Additions to the usual head, and replacements of its parts. */
  head?: (data: Data, context: LoaderContext, defaultHead: Head) => Partial<Head>;
}

/** Creates a fixed page from its document and the parts of its module; without an id, the page of the requested path. */
export function createContentPage<Data extends ContentPageData>(
  id?: StaticPageId,
  { load, head, query = [], action, ...parts }: ContentPageParts<Data> = {},
): PageModule {
  // As they are shown: a visitor agrees to the words without links to withdrawn pages.
  const readForms = ({ read, locale, path }: LoaderContext) => {
    const found = id ? { document: read.get('page', id, locale) } : read.bySlug('page', path, locale);
    // Where the page was before, there is none to show a form again with what was typed.
    const page = found && !('moved' in found && found.moved) ? found.document : null;
    return page ? listForms(keepLiveLinks(page, read, locale).blocks) : [];
  };
  return definePage<Data>({
    kind: 'content',
    Component: ({ data }) => (id ? <Blocks blocks={data.blocks} /> : <ChosenPage data={data} />),
    ...parts,
    query: [...new Set([...query, 'sent'])],
    ...(!action && { hasForm: (context) => readForms(context).length > 0 }),
    action: async (context) =>
      (await acceptBlockForm(context, readForms(context))) ?? action?.(context) ?? { kind: 'no-form' },
    loader(context) {
      const { read, locale } = context;
      const page = id ? read.get('page', id, locale) : findChosenPage(context);
      if (!page) throw new NotFound();
      const { sent, ownQuery } = readSentForm(context.query, page.blocks, query);
      const blocks = resolveBlocks(keepLiveLinks(page, read, locale).blocks, read, locale, page.id);
      const trail = buildPageTrail(page, context);
      return { page, blocks: markSent(blocks, sent), trail, ...load?.({ ...context, query: ownQuery }) } as Data;
    },
    head(data, context) {
      const defaultHead = {
        ...buildPageHead(data.page, context),
        ...((data.page.hidden || unlistedPages.has(data.page.id)) && { noindex: true }),
      };
      return { ...defaultHead, ...head?.(data, context, defaultHead) };
    },
  });
}

/** Finds the page whose address an editor chose. @throws MovedTo when it has another address now. */
function findChosenPage({ read, locale, path }: LoaderContext): Page | null {
  const found = read.bySlug('page', path, locale);
  if (found?.moved) throw new MovedTo(found.document.slug);
  return found?.document ?? null;
}

/** A page whose address an editor chose: its breadcrumbs if it is below another page, its name if its blocks do not begin with one. */
function ChosenPage({ data: { page, blocks, trail } }: { data: ContentPageData }) {
  const shownTrail = trail.length > 2 ? trail : [];
  if (blocks[0]?.component !== 'blocks.hero')
    return (
      <>
        <PageIntro trail={shownTrail} title={page.title} />
        <Blocks blocks={blocks} />
      </>
    );
  return (
    <>
      {shownTrail.length > 0 && (
        <div className="contained">
          <Breadcrumbs trail={shownTrail} />
        </div>
      )}
      <Blocks blocks={blocks} />
    </>
  );
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
