import {
  Calendar,
  CheckCircle,
  ClockCounterClockwise,
  Earth,
  PlusCircle,
  Search,
} from '@strapi/icons';
import { lazy, Suspense, type ComponentProps } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import languages from '../setup/site-languages.json';
import { ApprovalPanel, submitInstead } from './approval-panel';
import { BlocksPanel } from './blocks-panel';
import { HistoryPanel } from './history-panel';
import { keepRefusedForms } from './kept-forms';
import { RichTextField, TextField } from './markdown-field';
import { AddManyToRelease, AddToRelease } from './release-actions';
import { PreviewPanel } from './preview-panel';
import { RulesPanel } from './rules-panel';
import translations from './translations.json';
import { UsesPanel } from './uses-panel';

/** Closes Strapi's product tour and its news, by storing what Strapi stores when a user closes them. */
function closeAdvertisements(): void {
  localStorage.setItem(
    'STRAPI_GUIDED_TOUR',
    JSON.stringify({ tours: {}, enabled: false, hidden: true, completedActions: [] }),
  );
  // The key ends with the installation's id, which is `false` without telemetry.
  for (const id of ['false', 'undefined'])
    localStorage.setItem(`STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:${id}`, 'true');
}

/**
 * Hides the link to Strapi's plans, which the settings overview always has, and keeps the panels beside a long form in sight while an editor scrolls.
 * The page beside the form (`preview-panel.tsx`) takes the room of the list of types.
 */
function addStyles(): void {
  const style = document.createElement('style');
  style.textContent = `a[href*="strapi.io/pricing"] { display: none }
    @media (width >= 1080px) {
      div:has(> aside[aria-labelledby="additional-information"]) {
        position: sticky; inset-block-start: 8rem; max-block-size: calc(100vh - 9rem); overflow-y: auto;
      }
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

const TableInput = lazy(() => import('./table-input').then((module) => ({ default: module.TableInput })));

/** Every field with JSON is a table. The grid is loaded with the first one; Strapi's type knows no properties of a field. */
function TableField(props: object) {
  return (
    <Suspense fallback={null}>
      <TableInput {...(props as ComponentProps<typeof TableInput>)} />
    </Suspense>
  );
}

function label(id: keyof typeof translations.en) {
  return { id, defaultMessage: translations.en[id] };
}

/** Where editors start a page, above the list of what waits for approval. */
function addNewPage(app: StrapiApp): void {
  app.addMenuLink({
    to: 'new-page',
    icon: PlusCircle,
    intlLabel: label('new-page.title'),
    permissions: [{ action: 'plugin::content-manager.explorer.create', subject: 'api::page.page' }],
    Component: () => import('./new-page').then(({ NewPage }) => ({ default: NewPage })),
    position: 2.4,
  });
}

/** Pages for what waits for a second person, and for what is published at a moment. */
function addGate(app: StrapiApp): void {
  app.addMenuLink({
    to: 'approvals',
    icon: CheckCircle,
    intlLabel: label('gate.title-page'),
    permissions: [],
    Component: () => import('./approvals-page').then(({ ApprovalsPage }) => ({ default: ApprovalsPage })),
    position: 2.5,
  });
  app.addMenuLink({
    to: 'releases',
    icon: Calendar,
    intlLabel: label('releases.title'),
    permissions: [],
    Component: () => import('./releases-page').then(({ ReleasesPage }) => ({ default: ReleasesPage })),
    position: 2.6,
  });
}

/** On the panel's home, before Strapi's own. */
function addWidget(app: StrapiApp): void {
  app.widgets.register((present) => [
    {
      id: 'approvals',
      icon: CheckCircle,
      title: label('gate.title-page'),
      link: { label: label('gate.all'), href: '/approvals' },
      component: () => import('./approvals-widget').then(({ ApprovalsWidget }) => ApprovalsWidget),
      permissions: [],
    },
    ...present,
  ]);
}

/** Adds to the forms of the content manager. Strapi does not export the types of its functions. */
function addToForms<Part>(
  app: StrapiApp,
  name: 'addEditViewSidePanel' | 'addDocumentAction' | 'addBulkAction',
  added: Part[] | ((present: Part[]) => Part[]),
): void {
  const { [name]: add } = app.getPlugin('content-manager').apis as Record<string, (given: typeof added) => void>;
  if (!add) throw new Error(`Strapi's content manager has no ${name} any more; src/admin/app.tsx needs it.`);
  add(added);
}

/** The panel in the languages of the site, without advertisements, with forms that keep what was typed, rules beside each form, a page of where pictures are used, and the gate. */
export default {
  config: {
    locales: Object.keys(languages),
    translations,
    tutorials: false,
    notifications: { releases: false },
  },
  register(app: StrapiApp) {
    app.addMiddlewares([keepRefusedForms]);
    addNewPage(app);
    addGate(app);
    addWidget(app);
    app.addFields({ type: 'json', Component: TableField });
    app.addFields({ type: 'richtext', Component: RichTextField });
    app.addFields({ type: 'text', Component: TextField });
    app.customFields.register({
      name: 'interface-message',
      type: 'string',
      intlLabel: label('interface-message.label'),
      intlDescription: label('interface-message.about'),
      components: {
        Input: () =>
          // Strapi's type knows no component with props.
          import('./interface-message-input').then(({ InterfaceMessageInput }) => ({
            default: InterfaceMessageInput as React.ComponentType,
          })),
      },
    });
    app.addMenuLink({
      to: 'ledger',
      icon: ClockCounterClockwise,
      intlLabel: { id: 'ledger.title', defaultMessage: translations.en['ledger.title'] },
      permissions: [],
      Component: () => import('./ledger-pages').then(({ LedgerPages }) => ({ default: LedgerPages })),
      position: 4.6,
    });
    app.addMenuLink({
      to: 'translations',
      icon: Earth,
      intlLabel: label('translations.title'),
      permissions: [],
      Component: () =>
        import('./open-translations-page').then(({ OpenTranslationsPage }) => ({ default: OpenTranslationsPage })),
      position: 4.45,
    });
    app.addMenuLink({
      to: 'texts',
      icon: Search,
      intlLabel: label('texts.title'),
      permissions: [],
      Component: () => import('./texts-page').then(({ TextsPage }) => ({ default: TextsPage })),
      position: 4.4,
    });
    closeAdvertisements();
    addStyles();
  },
  bootstrap(app: StrapiApp) {
    addToForms(app, 'addEditViewSidePanel', [
      PreviewPanel,
      ApprovalPanel,
      RulesPanel,
      BlocksPanel,
      HistoryPanel,
      UsesPanel,
    ]);
    addToForms(app, 'addDocumentAction', submitInstead);
    addToForms(app, 'addDocumentAction', [AddToRelease]);
    addToForms(app, 'addBulkAction', [AddManyToRelease]);
  },
};
