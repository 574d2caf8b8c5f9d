/** The arrows between the rooms of the house, as rules for dependency-cruiser. The table they come from is in the architecture's document. */
import type { IForbiddenRuleType } from 'dependency-cruiser';

export const rooms = ['site', 'content', 'accounts', 'server', 'scripts', 'tests', 'bench'];

const anyRoom = '^(?:site|content|accounts|server|scripts|tests|bench|cms|demo|deploy)/';
const test = '\\.test\\.tsx?$';
const model = '^content/(?:model[^/]*|plain-text|alarm)\\.ts$';
/** The types of what a loader gets in its context. */
const readerTypes = '^content/mirror/(?:reader|tags)\\.ts$';
const [ui, i18n, styles, islands, pageModule] = ['^site/ui/', '^site/i18n/', '^site/styles/', '^site/islands/', '^site/pages/page-module\\.ts$'];
const patterns = '^site/route-patterns\\.ts$';

/** A room may import itself, the rooms named here, and packages; the rest of the project is forbidden to it. Its tests may look around. */
function room(name: string, path: string, allowed: string[], comment: string): IForbiddenRuleType {
  return { name, comment, severity: 'error', from: { path, pathNot: test }, to: { path: anyRoom, pathNot: [path, ...allowed] } };
}

/** Checked with `import type` included: knowing another room's types is knowing the room. */
export const roomRules: IForbiddenRuleType[] = [
  room('site', '^site/', ['^content/'], 'site gets what it needs in its context, never from server/ or accounts/'),
  room('site-blocks', '^site/blocks/', [ui, i18n, islands, styles, patterns, model], 'blocks may import ui, islands and the content model'),
  room('site-layout', '^site/layout/', [ui, i18n, islands, styles, patterns, model, readerTypes, pageModule], 'layout may import ui, islands and i18n'),
  room('site-pages', '^site/pages/', ['^site/(?:blocks|layout)/', ui, i18n, islands, styles, patterns, model, readerTypes], 'pages may import blocks, layout, ui, i18n and the content model'),
  room('site-islands', '^site/islands/', [ui, i18n], 'islands may import ui and i18n'),
  room('site-ui', '^site/ui/', [i18n, patterns, model], 'ui stands on nothing but locales and the model\'s types'),
  room('site-i18n', '^site/i18n/', [], 'i18n stands on nothing'),
  room('site-browser', '^site/browser/', [islands, ui, i18n, styles], 'the browser may import islands, ui and i18n'),
  room('content', '^content/', ['^site/i18n/locales\\.ts$', '^site/ui/icon-names\\.ts$'], 'content knows the locales and the names of the icons, nothing else of the site'),
  room('accounts', '^accounts/', [i18n, model], 'accounts stands beside the site, not on it'),
  room('server', '^server/', ['^(?:site|content|accounts)/'], 'the composition root imports every room, but no tools or tests'),
  {
    name: 'tests-are-leaves', comment: 'tests look at the code, not the other way round', severity: 'error',
    from: { pathNot: [test, '^(?:tests|bench|scripts)/'] }, to: { path: [test, '^tests/'] },
  },
  { name: 'resolvable', comment: 'an import that leads nowhere', severity: 'error', from: {}, to: { couldNotResolve: true } },
];

const serverOnlyPackages = [
  'markdown-it', 'sanitize-html', 'sharp', 'use-intl', 'icu-minify', 'pino', 'hono', '@hono/node-server', 'lru-cache', 'prom-client', 'yaml', 'nodemailer', 'kysely', 'pg',
  'better-auth', '@node-rs/argon2', 'ioredis', 'minisearch', '@orama/stemmers', 'mmdb-lib', 'rate-limiter-flexible', 'libphonenumber-js', '@react-email/render',
];
const browserFiles = { path: ['^site/browser/', '\\.island\\.tsx$'], pathNot: test };

/** Checked on what is left at run time: types never reach the browser. */
export const runtimeRules: IForbiddenRuleType[] = [
  {
    name: 'browser-reaches-server-package', comment: 'no browser file reaches a server-only package or a module of Node, whatever lies between', severity: 'error',
    from: browserFiles, to: { path: `^(?:node:|node_modules/(?:${serverOnlyPackages.join('|')})/|node_modules/react-dom/server)`, reachable: true },
  },
  {
    name: 'browser-reaches-content', comment: 'what runs in the browser gets content as HTML or as props', severity: 'error',
    from: browserFiles, to: { path: '^(?:content|accounts|server)/', reachable: true },
  },
  { name: 'browser-imports-node', comment: 'no module of Node in the browser', severity: 'error', from: browserFiles, to: { dependencyTypes: ['core'] } },
  { name: 'no-cycles', comment: 'modules that need each other are one module', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'shipped-needs-development', comment: 'what is shipped does not stand on development packages', severity: 'error',
    from: { path: '^(?:site|content|accounts|server)/', pathNot: test }, to: { dependencyTypes: ['npm-dev'] },
  },
];
