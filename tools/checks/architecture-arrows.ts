/** The rules for imports (“arrows”) between the rooms of the project. docs/architecture.md gives the reasons. */
import type { Import } from './import-graph.ts';

/** Regular expressions for paths. */
export type Patterns = string | readonly string[];

export interface ForbiddenRule {
  name: string;
  comment: string;
  from: { path?: Patterns; pathNot?: Patterns };
  to: {
    path?: Patterns;
    pathNot?: Patterns;
    /** Forbids indirect imports too. */
    reachable?: true;
    /** Forbids imports that lead back to the file itself. */
    circular?: true;
    kinds?: readonly Import['kind'][];
  };
}

export const rooms = ['base', 'site', 'content', 'accounts', 'server', 'tools', 'tests'];

const anyRoom = '^(?:base|site|content|accounts|server|tools|tests|cms|demo|deploy)/';
const test = '\\.test\\.tsx?$';

/** Parts of rooms, and groups of files, that other rooms may import. */
const parts: Record<string, string> = {
  patterns: '^(?:site/(?:route-patterns|document-path)|content/static-paths)\\.ts$',
  /** The type of the data that the navigator swaps. The function in the same file stays on the server (see `runtimeRules`). */
  payload: '^site/page-payload\\.ts$',
  /** The modules of `browser/` that islands may use; the others belong to the page itself. */
  islandServices:
    '^site/browser/(?:overlays/(?:toasts|place-message|modals)|loading/async-data|page-storage|trusted-html)\\.ts$',
  formServices: '^site/page/form-services\\.ts$',
  mediaUrl: '^site/ui/media-url\\.ts$',
  footerColumns: '^site/layout/footer-columns\\.ts$',
  /** The vocabulary that all rooms share: the content model, the languages, the names of icons. */
  model: '^content/(?:model[^/]*|plain-text|locales|icon-names)\\.ts$',
  /** The parts of `model` that are small enough to run in the browser. */
  vocabulary: '^content/(?:locales|icon-names|model-forms)\\.ts$',
  /** The types of the data that a loader receives in its context. */
  readerTypes: '^content/replica/(?:reader|tags)\\.ts$',
};

/** @param name a folder, or one of `parts`. */
function findPattern(name: string): string {
  return parts[name] ?? `^${name}/`;
}

/** Creates the rule of a room: it may import itself, the allowed rooms and packages. Its tests may import anything. */
function room(name: string, path: string, allowed: string[], comment: string): ForbiddenRule {
  return { name, comment, from: { path, pathNot: test }, to: { path: anyRoom, pathNot: [path, ...allowed] } };
}

/** What each room may import: folders, and `parts`; then the reason where the list alone does not say it. */
const roomTable: [room: string, allowed: string, reason?: string][] = [
  ['base', '', 'base is the ground: it imports nothing of the project'],
  ['site', 'base content', 'site gets what it needs in its context, never from server/ or accounts/'],
  ['site/consent', 'site/i18n vocabulary patterns'],
  ['site/forms', 'site/i18n vocabulary'],
  ['site/blocks', 'site/ui site/i18n site/islands site/styles site/consent site/forms site/drawings patterns model'],
  [
    'site/layout',
    'site/ui site/i18n site/islands site/styles site/consent site/forms site/page patterns model readerTypes',
  ],
  [
    'site/page',
    'site/ui site/i18n site/consent site/forms content/search patterns model readerTypes',
    'the contract of a page knows the words, the model and its search, and no page',
  ],
  [
    'site/pages',
    'site/page site/blocks site/layout site/ui site/i18n site/instruments site/drawings site/islands site/styles site/consent site/forms content/search content/hours content/costs patterns model readerTypes',
  ],
  ['site/islands', 'site/ui site/i18n site/consent site/forms content/hours content/costs vocabulary islandServices'],
  ['site/ui', 'site/i18n site/consent site/forms content/hours content/costs patterns model'],
  ['site/drawings', 'site/i18n model'],
  ['site/instruments', 'base site/i18n patterns model readerTypes'],
  ['site/i18n', 'vocabulary'],
  ['site/browser', 'site/islands site/ui site/i18n site/styles site/consent site/forms vocabulary payload'],
  [
    'site/embed',
    'site/i18n model mediaUrl footerColumns',
    'header and footer for other sites know the languages, the rules that they share with our own, and nothing that weighs',
  ],
  ['content', 'base', 'content knows nothing of the site'],
  [
    'accounts',
    'base site/i18n site/forms formServices model',
    "accounts implements what the site's forms ask for: it knows their fields and the services, and nothing else of the site",
  ],
  ['server', 'base site content accounts', 'the composition root imports every room, but no tools or tests'],
];

/** The rooms of the server, each with the other server rooms that it may import. */
const serverRooms: Record<string, string[]> = {
  http: [],
  cdn: ['http'],
  process: ['http'],
  pages: ['http'],
  assets: ['http'],
  api: ['http', 'content'],
  visitor: ['http'],
  forms: ['http', 'pages'],
  content: ['http', 'pages', 'cdn'],
  archive: ['http', 'pages', 'content'],
  'day-view': ['http', 'pages', 'content', 'archive', 'assets'],
};

/** Checked on all imports, `import type` included: to depend on the types of a room is to depend on the room. */
export const roomRules: ForbiddenRule[] = [
  ...roomTable.map(([name, allowed, reason = `${name} may import only ${allowed.replaceAll(' ', ', ')}`]) => {
    const others = allowed.split(' ').filter(Boolean).map(findPattern);
    return room(name.replace('/', '-'), findPattern(name), others, reason);
  }),
  ...Object.entries(serverRooms).map(([name, above]) =>
    room(
      `server-${name}`,
      `^server/${name}/`,
      [
        '^(?:base|site|content|accounts)/',
        '^server/(?:config|cdn-config|log|metrics)\\.ts$',
        ...above.map((other) => `^server/${other}/`),
      ],
      'a room of the server knows the rooms that it stands on, and of those above only configuration, log and metrics',
    ),
  ),
  {
    name: 'tests-are-leaves',
    comment: 'tests look at the code, not the other way round',
    from: { pathNot: [test, '^(?:tests|tools)/'] },
    to: { path: [test, '^tests/'] },
  },
  { name: 'resolvable', comment: 'an import that leads nowhere', from: {}, to: { kinds: ['missing'] } },
];

const serverOnlyPackages =
  'markdown-it sanitize-html sharp use-intl icu-minify pino hono @hono/node-server lru-cache prom-client yaml nodemailer kysely pg better-auth @node-rs/argon2 ioredis @orama/stemmers mmdb-lib rate-limiter-flexible libphonenumber-js @react-email/render'.split(
    ' ',
  );
const browserFiles = { path: ['^site/browser/', '^parts/embed/frame/', '\\.island\\.tsx$'], pathNot: test };

/** Strapi's panel runs in the browser, and only its build, which `npm test` does not make, would say that it cannot. */
export const panelEntry = 'cms/src/admin/app.tsx';
const panelPackages = [
  '@strapi/(?:design-system|icons)/',
  '@strapi/strapi/admin$',
  '(?:@codemirror|@radix-ui)/',
  'react-datasheet-grid/',
  '(?:diff|react|react-dom|react-intl|react-router-dom|styled-components)/$',
];

/** Checked on the run-time imports of `cms/src`. */
export const panelRules: ForbiddenRule[] = [
  {
    name: 'panel-reaches-node',
    comment:
      'the panel of Strapi runs in the browser: it reaches no module of Node, and only the packages of panelPackages',
    from: { path: `^${panelEntry}$` },
    to: { path: '^(?:node:|node_modules/)', pathNot: `^node_modules/(?:${panelPackages.join('|')})`, reachable: true },
  },
];

/** Checked on all imports of the rooms and of `cms/src`, types included: the types are checked before Strapi is installed. */
export const cmsRules: ForbiddenRule[] = [
  {
    name: 'reaches-strapi',
    comment: 'the packages of Strapi are installed in cms/ only: outside, import what does not need them',
    from: { path: rooms.map((name) => `^${name}/`) },
    to: { path: '^node_modules/@strapi/', reachable: true },
  },
];

/** Checked on run-time imports only, because types never reach the browser. */
export const runtimeRules: ForbiddenRule[] = [
  {
    name: 'browser-reaches-server-package',
    comment: 'no browser file reaches a server-only package or a module of Node, whatever lies between',
    from: browserFiles,
    to: {
      path: `^(?:node:|node_modules/(?:${serverOnlyPackages.join('|')})/|node_modules/react-dom/server)`,
      reachable: true,
    },
  },
  {
    name: 'browser-reaches-content',
    comment: 'what runs in the browser gets content as HTML or as props',
    from: browserFiles,
    to: {
      path: '^(?:base|content|accounts|server)/',
      pathNot: ['vocabulary', 'content/hours', 'content/costs'].map(findPattern),
      reachable: true,
    },
  },
  {
    name: 'browser-cuts-payload',
    comment: "the browser knows the type of a payload; cutting one is the server's work",
    from: browserFiles,
    to: { path: findPattern('payload'), reachable: true },
  },
  {
    name: 'browser-imports-node',
    comment: 'no module of Node in the browser',
    from: browserFiles,
    to: { kinds: ['node'] },
  },
  { name: 'no-cycles', comment: 'modules that need each other are one module', from: {}, to: { circular: true } },
  {
    name: 'shipped-needs-development',
    comment: 'what is shipped does not stand on development packages',
    from: { path: '^(?:base|site|content|accounts|server)/', pathNot: test },
    to: { kinds: ['development-package'] },
  },
];
