/**
 * Two builds from one configuration. The browser's holds the entry, the islands and the one stylesheet; the server's holds everything
 * that renders. `npm run build` (tools/build.ts) runs both, and those of the parts.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { type Plugin, defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { locales } from './content/locales.ts';
import { cssTarget, targets } from './tools/bundles/browser-targets.ts';

/** Libraries that have native code or start threads from files of their own; all others become part of the server's files. */
const unbundled = ['@node-rs/argon2', '@takumi-rs/core', 'pg', 'pino', 'sharp'];

/** Programs of parts that run in a process or thread of their own. */
const partWorkers = Object.fromEntries(globSync('parts/*/*-worker.ts').map((file) => [basename(file, '.ts'), file]));

/**
 * Vite wraps every `import()` in a function that preloads what the chunk needs besides. With `modulePreload: false` it has nothing to preload, but would
 * still be a tenth of the first load: this takes its place.
 */
const noPreload: Plugin = {
  name: 'no-preload',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  // Not in `node_modules`, which checkouts may share: two development servers would take each other's prepared libraries away.
  cacheDir: '.cache/vite',
  plugins: [react(), noPreload],
  define: {
    __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'development'),
    // Libraries in the server's files are those of production, whatever `NODE_ENV` says: React's development build renders several times slower.
    ...(isSsrBuild
      ? { 'process.env.NODE_ENV': JSON.stringify('production') }
      : { __LOCALES__: JSON.stringify(locales) }),
  },
  css: {
    transformer: 'lightningcss',
    lightningcss: { targets, cssModules: { pattern: '[local]-[hash]' } },
  },
  // Reading a thousand modules one by one was a third of a start (docs/decisions/0074-the-build-prepares-the-start.md).
  ...(isSsrBuild ? { ssr: { noExternal: true as const, external: unbundled } } : {}),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        ssrEmitAssets: true,
        target: 'node24',
        emptyOutDir: true,
        // The renderer is a file of its own, so that the bench measures the very code that serves.
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            'site-renderer': 'site/site-renderer.ts',
            'cv-worker': 'accounts/submissions/cv-worker.ts',
            'parser-worker': 'content/replica/parser-worker.ts',
            'content-worker': 'server/content/content-worker.ts',
            ...partWorkers,
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : {
        outDir: 'dist/browser',
        manifest: true,
        cssCodeSplit: false,
        cssMinify: 'lightningcss',
        cssTarget,
        // A list of what each lazy chunk needs besides would cost every first load; islands are fetched whole when a page is idle.
        modulePreload: false,
        target: 'baseline-widely-available',
        assetsInlineLimit: 0,
        emptyOutDir: true,
        rolldownOptions: {
          input: { entry: 'site/browser/entry.ts', styles: 'site/styles/styles.ts' },
          output: {
            codeSplitting: {
              groups: [
                // The decimal library stays in the visitor's cache when a release changes the island that uses it.
                { name: 'decimal', test: /node_modules[\\/]big\.js/ },
                // Each of these two with everything that it imports: left to itself, the bundler makes six small files of the parts that
                // page scripts share with what they load later. A module that both import belongs to the entry, which is there first.
                { name: 'entry', test: /site\/browser\/entry\.ts$/, priority: 2 },
                { name: 'page-scripts', test: /site\/browser\/page-scripts\.ts$/, priority: 1 },
              ],
            },
          },
        },
      },
  server: { middlewareMode: true, watch: { ignored: ['**/dist/**', '**/data/**', '**/cms/**'] } },
}));
