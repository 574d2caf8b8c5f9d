/** Adds to the forms of the content manager. Strapi does not export the types of its functions. */
import type { StrapiApp } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';

type FormFunction = 'addEditViewSidePanel' | 'addDocumentAction' | 'addBulkAction';

/** Calls a function of the content manager, in the `bootstrap` of a plug-in. @param added what to add, or a function from the present list to the new one. */
export function addToForms<Part>(
  app: StrapiApp,
  name: FormFunction,
  added: Part[] | ((present: Part[]) => Part[]),
): void {
  const { [name]: add } = app.getPlugin('content-manager').apis as Record<string, (given: typeof added) => void>;
  if (!add) throw new Error(`Strapi's content manager has no ${name} any more; src/admin/add-to-forms.ts needs it.`);
  add(added);
}

const positions = new WeakMap<PanelComponent, number>();

/** @param position among our panels beside a form: a lower one stands above. Strapi's own come first. */
export function addPanel(app: StrapiApp, panel: PanelComponent, position: number): void {
  positions.set(panel, position);
  const readPosition = (one: PanelComponent) => positions.get(one) ?? 0;
  addToForms<PanelComponent>(app, 'addEditViewSidePanel', (present) =>
    [...present, panel].toSorted((one, other) => readPosition(one) - readPosition(other)),
  );
}
