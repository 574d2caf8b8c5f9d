/** The names of fields and blocks as the form of the panel shows them, which administrators may change there. */
import type { Core } from '@strapi/strapi';
import { readPartAttributes } from '../../../rules/plain-fields';
import type { Attributes } from '../../../setup/content-types';
import { findType } from './snapshot';

export interface FieldLabel {
  label: string;
  /** As in the schema: `richtext`, `relation`. */
  type: string;
  /** Of a field with parts of one kind. */
  component?: string;
}
/** By the uid of the type or component. A component that no longer exists has no entry. */
export type Labels = Record<string, { name: string; fields: Record<string, FieldLabel> }>;

interface Configuration {
  layouts: { edit: { name: string }[][] };
  metadatas: Record<string, { edit?: { label?: string } }>;
}
interface Service<Model> {
  findConfiguration(model: Model): Promise<Configuration>;
}
type Model = { uid: string; info: { displayName: string } };

/** @returns the labels of a type and of all its components, in the order of the form. */
export async function readLabels(strapi: Core.Strapi, uid: string): Promise<Labels> {
  const labels: Labels = {};
  const manager = strapi.plugin('content-manager');
  const services = {
    type: manager.service('content-types') as unknown as Service<Model>,
    component: manager.service('components') as unknown as Service<Model>,
  };
  const add = async (kind: keyof typeof services, model: Model | undefined, attributes: Attributes): Promise<void> => {
    if (!model || model.uid in labels) return;
    const { layouts, metadatas } = await services[kind].findConfiguration(model);
    const names = new Set([...layouts.edit.flat().map(({ name }) => name), ...Object.keys(attributes)]);
    const fields: Record<string, FieldLabel> = {};
    labels[model.uid] = { name: model.info.displayName, fields };
    for (const name of names) {
      const attribute = attributes[name];
      if (!attribute) continue;
      const { type, component, components = [] } = attribute;
      const label = metadatas[name]?.edit?.label || name;
      fields[name] = { label, type, ...(component ? { component } : {}) };
      for (const inner of component ? [component] : components)
        await add(
          'component',
          strapi.components[inner as `${string}.${string}`] as unknown as Model,
          readPartAttributes(strapi, inner),
        );
    }
  };
  const type = findType(strapi, uid);
  if (type) await add('type', strapi.contentType(type.uid) as unknown as Model, type.attributes);
  return labels;
}
