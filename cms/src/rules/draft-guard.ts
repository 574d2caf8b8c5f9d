/**
 * Strapi returns drafts to anybody who may read the published text (strapi#25326). This guard requires an API token, which the site's
 * preview has. It runs in the document service, so no spelling of the query can bypass it.
 */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

interface RequestState {
  route?: { info?: { type?: string } };
  auth?: { strategy?: { name?: string } };
}

const tokenStrategy = 'content-api-token';

export function registerDraftGuard(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    const { status } = context.params as { status?: unknown };
    if (status === undefined || status === 'published') return next();
    const state = strapi.requestContext.get()?.state as RequestState | undefined;
    const isPublicApi = state?.route?.info?.type === 'content-api';
    if (isPublicApi && state?.auth?.strategy?.name !== tokenStrategy) {
      throw new errors.ForbiddenError('Drafts are read with an API token.');
    }
    return next();
  });
}
