/** Registers in the panel: Submit in place of Publish, “Approval” beside each form, and the list of what waits. */
import { CheckCircle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { addPanel, addToForms } from '../../admin/add-to-forms';
import { label, translate } from '../../admin/panel-words';
import { ApprovalPanel } from './panel/approval-panel';
import { submitInstead } from './panel/submit-action';
import words from './words.json';

export default {
  register(app: StrapiApp) {
    app.addMenuLink({
      to: 'approvals',
      icon: CheckCircle,
      intlLabel: label(words, 'approval.title-page'),
      permissions: [],
      Component: () => import('./panel/approvals-page').then(({ ApprovalsPage }) => ({ default: ApprovalsPage })),
      position: 2.5,
    });
    // On the panel's home, before Strapi's own.
    app.widgets.register((present) => [
      {
        id: 'approvals',
        icon: CheckCircle,
        title: label(words, 'approval.title-page'),
        link: { label: label(words, 'approval.all'), href: '/approvals' },
        component: () => import('./panel/approvals-widget').then(({ ApprovalsWidget }) => ApprovalsWidget),
        permissions: [],
      },
      ...present,
    ]);
  },
  bootstrap(app: StrapiApp) {
    addPanel(app, ApprovalPanel, 2);
    addToForms(app, 'addDocumentAction', submitInstead);
  },
  registerTrads: translate(words),
};
