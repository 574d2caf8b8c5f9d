/** What operators are told about the sync with Strapi. */
export interface SyncStatus {
  /** ISO date-time when Strapi last answered and the replica was made equal to it; null before. */
  equalAt: string | null;
  failures: number;
  lastFailure: string | null;
  /** Why documents that are gone in Strapi are still shown; null when nothing is held. */
  held: string | null;
}
