/** The history beside each form, and the pages of the ledger. */
import { ClockCounterClockwise } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { addPanel } from '../../admin/add-to-forms';
import { label, translate } from '../../admin/panel-words';
import { HistoryPanel } from './panel/history-panel';
import words from './words.json';

export default {
  register(app: StrapiApp) {
    app.addMenuLink({
      to: 'ledger',
      icon: ClockCounterClockwise,
      intlLabel: label(words, 'ledger.title'),
      permissions: [],
      Component: () => import('./panel/ledger-pages').then(({ LedgerPages }) => ({ default: LedgerPages })),
      position: 4.6,
    });
  },
  bootstrap(app: StrapiApp) {
    addPanel(app, HistoryPanel, 5);
  },
  registerTrads: translate(words),
};
