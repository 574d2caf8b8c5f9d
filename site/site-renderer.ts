/** The door from `server/` into `site/`: the routes and what renders them. In development Vite loads this module anew after a change. */
export { renderError, renderPage } from './render-page.tsx';
export { routes } from './routes.ts';
