/**
 * Strapi's “Duplicate” demands a form for every type with a field that must be unique, and names the key, which no form shows. document-rules.ts
 * gives a copy its own key and address, so only other fields count.
 */
import type { Core } from '@strapi/strapi';
import { fieldLabel } from './field-names';

type Handler = (context: Context) => Promise<unknown>;
interface Context {
  params: { model: string };
  status: number;
  body?: { error?: { details?: { prohibitedFields?: [path: string[], reason: string][] } } };
}

export function registerDuplicate(strapi: Core.Strapi): void {
  const controller = strapi.plugin('content-manager').controller('collection-types') as unknown as Record<
    'autoClone' | 'clone',
    Handler
  >;
  const { autoClone } = controller;
  if (typeof autoClone !== 'function')
    throw new Error('Strapi’s content manager has no autoClone any more; src/rules/duplicate.ts needs it.');
  controller.autoClone = async (context) => {
    await autoClone.call(controller, context);
    const details = context.body?.error?.details;
    if (!details?.prohibitedFields) return;
    const left = details.prohibitedFields.filter(
      ([path]) => !(path.length === 1 && /^(?:key|slug)$/.test(path[0] ?? '')),
    );
    details.prohibitedFields = left.map(([path, reason]) => [[fieldLabel(strapi, context.params.model, path)], reason]);
    if (left.length > 0) return;
    context.status = 200;
    await controller.clone.call(controller, context);
  };
}
