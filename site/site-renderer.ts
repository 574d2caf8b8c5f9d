/** The entry point of `site/` for `server/`: the routes and their renderer. In development Vite reloads this module after a change. */
export { renderError, renderPage } from './render-page.tsx';
export { routes } from './routes.ts';
export { drawWantedDiagram } from './pages/diagrams/diagram.ts';
