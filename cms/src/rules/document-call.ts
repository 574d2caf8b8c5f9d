/** A call of Strapi's document service, as our rules see it. */
export interface DocumentCall {
  uid: string;
  action: string;
  params: { data?: Record<string, unknown>; documentId?: string; locale?: unknown; status?: unknown };
}

/** Tells whether a call changes what is live: by Publish, or by writing with the status “published”. */
export function publishes({ action, params }: Pick<DocumentCall, 'action' | 'params'>): boolean {
  return action === 'publish' || ((action === 'update' || action === 'create') && params.status === 'published');
}
