/** Adds to the forms of the content manager. Strapi does not export the types of its functions. */
import type { StrapiApp } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';

type Place = 'addEditViewSidePanel' | 'addDocumentAction' | 'addBulkAction';

/** Call in the `bootstrap` of a plug-in. @param added parts of a form, or a function that changes those that are there. */
export function addToForms<Part>(app: StrapiApp, place: Place, added: Part[] | ((present: Part[]) => Part[])): void {
  const { [place]: add } = app.getPlugin('content-manager').apis as Record<string, (given: typeof added) => void>;
  if (!add) throw new Error(`Strapi's content manager has no ${place} any more; src/admin/add-to-forms.ts needs it.`);
  add(added);
}

const positions = new WeakMap<PanelComponent, number>();

/** @param position among our panels beside a form: a lower one stands above. Strapi's own come first. */
export function addPanel(app: StrapiApp, panel: PanelComponent, position: number): void {
  positions.set(panel, position);
  const find = (one: PanelComponent) => positions.get(one) ?? 0;
  addToForms<PanelComponent>(app, 'addEditViewSidePanel', (present) =>
    [...present, panel].toSorted((one, other) => find(one) - find(other)),
  );
}
