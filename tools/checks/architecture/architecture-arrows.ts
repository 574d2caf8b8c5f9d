/** The rules for imports (“arrows”) between the rooms of the project. docs/architecture.md gives the reasons. */
import type { ForbiddenRule } from './arrow-rules.ts';

export const rooms = ['site', 'content', 'accounts', 'server', 'tools', 'tests'];

const anyRoom = '^(?:site|content|accounts|server|tools|tests|cms|demo|deploy)/';
const test = '\\.test\\.tsx?$';
/** The vocabulary that all rooms share: the content model, the languages, the names of icons, and what is told to traces. */
const model = '^content/(?:model[^/]*|plain-text|alarm|tracing|locales|icon-names)\\.ts$';
/** The types of what a loader receives in its context. */
const readerTypes = '^content/replica/(?:reader|tags)\\.ts$';
/** The parts of `model` that are small enough to run in the browser. */
const vocabulary = '^content/(?:locales|icon-names)\\.ts$';
/** When markets trade: the same code on the server, in pages and in islands. */
const hours = '^content/hours/';
/** What trading costs: the same code on the server, in pages and in islands. */
const costs = '^content/costs/';
const [ui, i18n, styles, islands, page] = [
  '^site/ui/',
  '^site/i18n/',
  '^site/styles/',
  '^site/islands/',
  '^site/page/',
];
const patterns = '^site/(?:route-patterns|document-path)\\.ts$';
/** What the server and the browser share about consent and forms. All of the site may import them; they import almost nothing. */
const [consent, forms] = ['^site/consent/', '^site/forms/'];
/** What the figures of instruments are called and how they are written. */
const figures = '^site/figures/';
/** The trading platforms as drawings, and their types. */
const drawings = '^site/drawings/';
/** Which instruments are meant by what somebody types. */
const instruments = '^site/instruments/';
/** The type of what the navigator swaps. The function in the same file stays on the server (see `runtimeRules`). */
const payload = '^site/page-payload\\.ts$';
/** The modules of `browser/` that islands may use; the others belong to the page itself. */
const islandServices =
  '^site/browser/(?:overlays/(?:toasts|place-message|modals)|islands/async-data|loading/load-script|page-storage|trusted-html)\\.ts$';

/** A room may import itself, the allowed rooms and packages, and nothing else of the project. Its tests may import anything. */
function room(name: string, path: string, allowed: string[], comment: string): ForbiddenRule {
  return { name, comment, from: { path, pathNot: test }, to: { path: anyRoom, pathNot: [path, ...allowed] } };
}

/** The rooms of the server, each with the other server rooms that it may import. */
const serverRooms: Record<string, string[]> = {
  http: [],
  cdn: ['http'],
  reports: ['http'],
  process: [],
  accounts: [],
  pages: ['http'],
  assets: ['http'],
  api: ['http', 'content'],
  consent: ['http'],
  country: ['http'],
  forms: ['http', 'pages'],
  content: ['http', 'pages', 'cdn'],
  preview: ['http', 'pages', 'content'],
};

/** Checked on all imports, `import type` included: to depend on the types of a room is to depend on the room. */
export const roomRules: ForbiddenRule[] = [
  room('site', '^site/', ['^content/'], 'site gets what it needs in its context, never from server/ or accounts/'),
  room('site-consent', consent, [i18n, vocabulary, patterns], 'the words of consent stand on i18n alone'),
  room('site-forms', forms, [i18n, vocabulary], 'the words of forms stand on i18n alone'),
  room(
    'site-blocks',
    '^site/blocks/',
    [ui, i18n, islands, styles, patterns, consent, forms, model, drawings],
    'blocks may import ui, drawings, islands, the words of consent and forms, and the content model',
  ),
  room(
    'site-layout',
    '^site/layout/',
    [ui, i18n, islands, styles, patterns, consent, forms, model, readerTypes, page],
    'layout may import ui, islands, i18n and the words of consent and forms',
  ),
  room(
    'site-page',
    page,
    [ui, i18n, patterns, consent, forms, model, readerTypes, '^content/search/'],
    'the contract of a page knows the words, the model and its search, and no page',
  ),
  room(
    'site-pages',
    '^site/pages/',
    [
      page,
      '^site/(?:blocks|layout)/',
      ui,
      i18n,
      figures,
      instruments,
      drawings,
      islands,
      styles,
      patterns,
      consent,
      forms,
      model,
      readerTypes,
      '^content/search/',
      hours,
      costs,
    ],
    'pages may import blocks, layout, ui, drawings, i18n, the words of consent and forms, the content model and its search',
  ),
  room(
    'site-islands',
    islands,
    [ui, i18n, vocabulary, hours, costs, consent, forms, islandServices],
    'islands may import ui, i18n, the words of consent and forms, and the services of the browser that are for them',
  ),
  room(
    'site-ui',
    ui,
    [i18n, patterns, consent, forms, model, hours, costs],
    "ui stands on nothing but locales, the words of consent and forms, and the model's types",
  ),
  room(
    'site-figures',
    figures,
    [i18n, model, readerTypes],
    'figures in texts stand on the words, the model and the reader',
  ),
  room('site-drawings', drawings, [i18n, model], 'drawings stand on the words and the model'),
  room(
    'site-instruments',
    instruments,
    [figures, patterns, model, readerTypes],
    'which instruments are meant stands on their figures, the model and the reader',
  ),
  room('site-i18n', i18n, [vocabulary], 'i18n stands on the locales'),
  room(
    'site-browser',
    '^site/browser/',
    [islands, ui, i18n, vocabulary, styles, consent, forms, payload],
    'the browser may import islands, ui, i18n, the words of consent and forms, and the type of a payload',
  ),
  room(
    'site-embed',
    '^site/embed/',
    [i18n, model, '^site/ui/media/media-url\\.ts$', '^site/layout/footer/footer-columns\\.ts$'],
    'header and footer for other sites know the languages, the rules that they share with our own, and nothing that weighs',
  ),
  room('content', '^content/', [], 'content is the ground: it knows nothing of the site'),
  room(
    'accounts',
    '^accounts/',
    [i18n, model, '^content/(?:worker-thread|concurrency-gate)\\.ts$'],
    'accounts stands beside the site, not on it',
  ),
  room(
    'server',
    '^server/',
    ['^(?:site|content|accounts)/'],
    'the composition root imports every room, but no tools or tests',
  ),
  ...Object.entries(serverRooms).map(([name, above]) =>
    room(
      `server-${name}`,
      `^server/${name}/`,
      [
        '^(?:site|content|accounts)/',
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

const serverOnlyPackages = [
  'markdown-it',
  'sanitize-html',
  'sharp',
  'use-intl',
  'icu-minify',
  'pino',
  'hono',
  '@hono/node-server',
  'lru-cache',
  'prom-client',
  'yaml',
  'nodemailer',
  'kysely',
  'pg',
  'better-auth',
  '@node-rs/argon2',
  'ioredis',
  '@orama/stemmers',
  'mmdb-lib',
  'rate-limiter-flexible',
  'libphonenumber-js',
  '@react-email/render',
];
const browserFiles = { path: ['^site/browser/', '^site/embed/', '\\.island\\.tsx$'], pathNot: test };

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
    to: { path: '^(?:content|accounts|server)/', pathNot: [vocabulary, hours, costs], reachable: true },
  },
  {
    name: 'browser-cuts-payload',
    comment: "the browser knows the type of a payload; cutting one is the server's work",
    from: browserFiles,
    to: { path: payload, reachable: true },
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
    from: { path: '^(?:site|content|accounts|server)/', pathNot: test },
    to: { kinds: ['development-package'] },
  },
];
