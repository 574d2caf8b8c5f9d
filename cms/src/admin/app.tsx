import type { StrapiApp } from '@strapi/strapi/admin';

/** Strapi shows these until somebody closes them, and remembers that in the browser: its tour, which ends at its cloud, and its news. */
function closeAdvertisements(): void {
  localStorage.setItem('STRAPI_GUIDED_TOUR', JSON.stringify({ tours: {}, enabled: false, hidden: true, completedActions: [] }));
  // The key ends with the installation's id, which is `false` without telemetry.
  for (const id of ['false', 'undefined']) localStorage.setItem(`STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:${id}`, 'true');
}

/** The panel in the editors' three languages, without advertisements. */
export default {
  config: {
    locales: ['en', 'es', 'it'],
    tutorials: false,
    notifications: { releases: false },
  },
  register(_app: StrapiApp) {
    closeAdvertisements();
  },
};
