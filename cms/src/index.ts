/** Extends Strapi: registers rules for documents on load, and on each start creates everything that a fresh installation lacks. */
import type { Core } from '@strapi/strapi';
import { registerInstrumentSet } from './api/instrument/instrument-set';
import { findProgram, runAsProgram } from './plugins/ledger/server/actor';
import { registerPagesBelow } from './plugins/ledger/server/pages-below';
import { recordDifferences, registerLedger } from './plugins/ledger/server/record-changes';
import { registerMailCheck, useOwnMail } from './mail/panel-mail';
import { registerMetrics } from './metrics/cms-metrics';
import { closeMetricsPort, openMetricsPort } from './metrics/metrics-access';
import { registerCheckRoute } from './rules/check-route';
import { registerDocumentRules } from './rules/document-rules';
import { registerDuplicate } from './rules/duplicate';
import { registerFieldNames } from './rules/field-names';
import { registerDraftGuard } from './rules/draft-guard';
import { registerLegalVersionRules } from './rules/types/legal-version-rules';
import { registerMediaRules } from './rules/media/media-in-use';
import { registerPageRedirects } from './rules/addresses/page-redirects';
import { registerPublishRights } from './rules/publish-rights';
import { registerPublishRules } from './rules/publish-rules';
import { registerRelinking } from './rules/relink';
import { registerSharedFields } from './rules/shared-fields';
import { registerTranslationRelations } from './rules/translation-relations';
import { seedDemo } from './seed/seed-demo';
import { registerContentApis } from './setup/content-apis';
import { ensureEditorRoles } from './setup/access/editor-roles';
import { ensureFirstAdmin } from './setup/access/first-admin';
import { grantLaterRights } from './setup/access/later-rights';
import { hideKeys } from './setup/hidden-keys';
import { logNodeWarnings } from './setup/json-log';
import { ensureLookupIndexes } from './setup/lookup-indexes';
import { ensureLocales } from './setup/locales';
import { ensurePublicAccess } from './setup/access/public-access';
import { ensureSiteToken } from './setup/access/site-token';
import { ensureSiteWebhook } from './setup/site-webhook';
import { hideEndUsers, hideMarketplace, removeStrapisTokens } from './setup/unused-parts';
import { keepOriginalUploads } from './setup/upload-settings';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    logNodeWarnings(strapi.log);
    strapi.customFields.register({ name: 'interface-message', type: 'string' });
    registerContentApis(strapi);
    registerFieldNames(strapi);
    registerDraftGuard(strapi);
    registerPublishRights(strapi);
    registerDocumentRules(strapi);
    registerLegalVersionRules(strapi);
    registerTranslationRelations(strapi);
    registerPublishRules(strapi);
    registerRelinking(strapi);
    registerLedger(strapi);
    registerPagesBelow(strapi);
    registerPageRedirects(strapi);
    registerSharedFields(strapi);
    registerInstrumentSet();
    registerMediaRules(strapi);
    registerCheckRoute(strapi);
    registerDuplicate(strapi);
    hideEndUsers(strapi);
    registerMailCheck(strapi);
  },

  /** The order matters: documents need their languages, and the webhook must not notify the site before the first documents exist. */
  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    // `npm run ledger` only reads.
    if (findProgram() === 'verify') return;
    useOwnMail(strapi);
    await hideMarketplace(strapi);
    await hideKeys(strapi);
    await ensureLookupIndexes(strapi);
    await ensureLocales(strapi);
    await ensurePublicAccess(strapi);
    await ensureEditorRoles(strapi);
    await grantLaterRights(strapi);
    if (await ensureFirstAdmin(strapi)) {
      await removeStrapisTokens(strapi);
      await keepOriginalUploads(strapi);
    }
    await ensureSiteToken(strapi);
    await recordDifferences(strapi, 'found', 'start');
    await runAsProgram('seed', () => seedDemo(strapi));
    registerMetrics(strapi);
    await openMetricsPort(strapi.config.get('server.host', '127.0.0.1'));
    await ensureSiteWebhook(strapi);
    await strapi.eventHub.emit('content.ready');
  },

  destroy() {
    closeMetricsPort();
  },
};
