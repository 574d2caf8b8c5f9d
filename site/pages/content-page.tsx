/** A page made of blocks: most static pages are nothing else. */
import type { ReactNode } from 'react';
import type { Page } from '../../content/model.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { HeroWithForm } from '../blocks/cards/Hero.tsx';
import type { ResolvedBlock } from '../blocks/resolved-block.ts';
import { withLiveLinks } from '../layout/live-links.ts';
import { unlistedPages } from '../document-path.ts';
import type { StaticPageId } from '../route-patterns.ts';
import { organisationData, staticPageHead } from '../page/page-head.ts';
import { type Head, type LoaderContext, NotFound, type PageModule, definePage } from '../page/page-module.ts';
import { resolveBlocks } from './resolve-blocks.ts';

export interface ContentPageData {
  page: Page;
  blocks: ResolvedBlock[];
}

export function loadContentPage(
  id: StaticPageId,
  { read, locale }: Pick<LoaderContext, 'read' | 'locale'>,
): ContentPageData | NotFound {
  const page = read.get('page', id, locale);
  return page
    ? { page, blocks: resolveBlocks(withLiveLinks(page, read, locale).blocks, read, locale, id) }
    : new NotFound();
}

export function contentPageHead(id: StaticPageId, page: Page, context: LoaderContext): Head {
  return staticPageHead(page, context, {
    ...(unlistedPages.has(id) ? { noindex: true } : {}),
    ...(id === 'home'
      ? { structuredData: organisationData(context.read.single('common-datum', context.locale), context.locale) }
      : {}),
  });
}

export function contentPage(id: StaticPageId): PageModule {
  return definePage({
    kind: 'content',
    loader: (context) => loadContentPage(id, context),
    head: ({ page }, context) => contentPageHead(id, page, context),
    Component: ({ data }) => <Blocks blocks={data.blocks} />,
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

/** The blocks of a page with content of its own after the hero: news, careers, glossary and the like. */
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
