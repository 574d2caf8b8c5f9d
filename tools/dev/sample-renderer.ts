/** The renderer of the development server and of the pictures of blocks: the site's renderer plus `/dev/blocks`, which the build for visitors does not contain. */
import { routes as siteRoutes } from '../../site/routes.ts';
import { devRoutes } from './dev-blocks-pages.tsx';

export { renderError, renderPage, drawWantedDiagram } from '../../site/site-renderer.ts';

export const routes = [...siteRoutes, ...devRoutes];
