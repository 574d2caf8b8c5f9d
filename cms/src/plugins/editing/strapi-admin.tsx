/** Fields for Markdown and tables, the page beside a form, its blocks, and “New page”. */
import { PlusCircle } from '@strapi/icons';
import { lazy, Suspense, type ComponentProps } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import { addPanel } from '../../admin/add-to-forms';
import { offers } from '../../admin/offers';
import { label, translate } from '../../admin/panel-words';
import { BlocksPanel } from './panel/blocks-panel';
import { RichTextField, TextField } from './panel/markdown-field';
import { PreviewPanel, showSourceNext } from './panel/preview-panel';
import words from './words.json';

const TableInput = lazy(() => import('./panel/table-input').then((module) => ({ default: module.TableInput })));

/** Every field with JSON is a table. The grid is loaded with the first one; Strapi's type knows no properties of a field. */
function TableField(props: object) {
  return (
    <Suspense fallback={null}>
      <TableInput {...(props as ComponentProps<typeof TableInput>)} />
    </Suspense>
  );
}

/** The page beside a form takes the room of the list of types. */
function addStyles(): void {
  const style = document.createElement('style');
  style.textContent = `@media (width >= 1080px) {
      body:has(> [data-beside]) {
        #strapi { inline-size: calc(100vw - var(--beside)); }
        #strapi nav[aria-label] { display: none; }
        div:has(> div > div > aside[aria-labelledby="additional-information"]) {
          grid-template-columns: minmax(0, 1fr) 200px;
          > * { grid-column: auto; }
        }
        div:has(> div > div > div > div > aside[aria-labelledby="additional-information"]) { padding-inline: 16px; }
      }
    }
    body:has(> [data-beside=phone]) { --beside: 380px; }
    body:has(> :is([data-beside=tablet], [data-beside=source])) { --beside: min(560px, 42vw); }
    body:has(> [data-beside=desktop]) { --beside: 42vw; }
    [data-beside] {
      position: fixed; inset-block: 0; inset-inline-end: 0; z-index: 2; inline-size: min(var(--beside), 100vw);
      border-inline-start: 1px solid; }`;
  document.head.append(style);
}

export default {
  register(app: StrapiApp) {
    offers.showSourceNext = showSourceNext;
    // Where editors start a page, above the list of what waits for approval.
    app.addMenuLink({
      to: 'new-page',
      icon: PlusCircle,
      intlLabel: label(words, 'new-page.title'),
      permissions: [{ action: 'plugin::content-manager.explorer.create', subject: 'api::page.page' }],
      Component: () => import('./panel/new-page').then(({ NewPage }) => ({ default: NewPage })),
      position: 2.4,
    });
    app.addFields({ type: 'json', Component: TableField });
    app.addFields({ type: 'richtext', Component: RichTextField });
    app.addFields({ type: 'text', Component: TextField });
    addStyles();
  },
  bootstrap(app: StrapiApp) {
    addPanel(app, PreviewPanel, 1);
    addPanel(app, BlocksPanel, 4);
  },
  registerTrads: translate(words),
};
