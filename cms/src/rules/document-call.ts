/** A call of Strapi's document service, as our rules see it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Fields } from '../setup/content-types';

export interface DocumentCall {
  uid: string;
  action: string;
  params: { data?: Fields; documentId?: string; locale?: unknown; status?: unknown };
}

/** A document that is about to be published, with its components. */
export interface Publication {
  uid: string;
  documentId: string | undefined;
  document: Fields;
}

/** Tells whether a call changes what is live: by Publish, or by writing with the status “published”. */
export function publishes({ action, params }: Pick<DocumentCall, 'action' | 'params'>): boolean {
  return action === 'publish' || ((action === 'update' || action === 'create') && params.status === 'published');
}

/** Inside its `run`, keys, addresses and dates of change are kept as given: the seed writes those of the demonstration. */
export const seeding = new AsyncLocalStorage<true>();
