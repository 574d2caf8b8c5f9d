/** What plug-ins of the panel offer to each other. An offer is missing when its plug-in was taken out, so whoever uses one works without it. */
import type { ComponentType } from 'react';
import type { NamedDocument } from '../setup/localized-document';

interface Offers {
  /** By `releases`: chooses drafts for the next release, which is planned at `/releases`. */
  addToRelease?: (drafts: readonly NamedDocument[]) => void;
  /** By `day-view`: links to the site as of a moment (ISO time), shown in a time zone. */
  DayLinks?: ComponentType<{ moment: string; zone: string }>;
  /** By `texts`: what changed in English since a translation was written. */
  SourceChanges?: ComponentType<{ uid: string; documentId: string; locale: string }>;
  /** By `editing`: the next form opens with what changed in English beside it. */
  showSourceNext?: () => void;
}

export const offers: Offers = {};
