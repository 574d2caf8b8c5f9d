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

export const rooms = ['site', 'content', 'accounts', 'server', 'tools', 'tests'];

const anyRoom = '^(?:site|content|accounts|server|tools|tests|cms|demo|deploy)/';
const test = '\\.test\\.tsx?$';

/** The patterns that the rules use: of rooms, parts of rooms, and single files. */
const paths = {
  site: '^site/',
  content: '^content/',
  accounts: '^accounts/',
  server: '^server/',
  'site/blocks': '^site/blocks/',
  'site/layout': '^site/layout/',
  'site/pages': '^site/pages/',
  'site/browser': '^site/browser/',
  'site/embed': '^site/embed/',
  ui: '^site/ui/',
  i18n: '^site/i18n/',
  styles: '^site/styles/',
  islands: '^site/islands/',
  page: '^site/page/',
  patterns: '^site/(?:route-patterns|document-path)\\.ts$',
  /** Modules about consent and forms that server and browser share. All of the site may import them; they import almost nothing. */
  consent: '^site/consent/',
  forms: '^site/forms/',
  /** Diagrams as drawings, and their types. */
  drawings: '^site/drawings/',
  /** Finds instruments from typed text, and formats their figures. */
  instruments: '^site/instruments/',
  /** The type of the data that the navigator swaps. The function in the same file stays on the server (see `runtimeRules`). */
  payload: '^site/page-payload\\.ts$',
  /** The modules of `browser/` that islands may use; the others belong to the page itself. */
  islandServices:
    '^site/browser/(?:overlays/(?:toasts|place-message|modals)|loading/async-data|page-storage|trusted-html)\\.ts$',
  formServices: '^site/page/form-services\\.ts$',
  mediaUrl: '^site/ui/media-url\\.ts$',
  footerColumns: '^site/layout/footer-columns\\.ts$',
  /** The vocabulary that all rooms share: the content model, the languages, the names of icons, alarms and tracing. */
  model: '^content/(?:model[^/]*|plain-text|alarm|tracing|locales|icon-names)\\.ts$',
  /** Threads that process untrusted input. */
  workers: '^content/(?:worker-thread|concurrency-gate)\\.ts$',
  /** The parts of `model` that are small enough to run in the browser. */
  vocabulary: '^content/(?:locales|icon-names)\\.ts$',
  /** The types of the data that a loader receives in its context. */
  readerTypes: '^content/replica/(?:reader|tags)\\.ts$',
  search: '^content/search/',
  /** When markets trade: the same code on the server, in pages and in islands. */
  hours: '^content/hours/',
  /** What trading costs: the same code on the server, in pages and in islands. */
  costs: '^content/costs/',
};
type PathName = keyof typeof paths;

/** Creates the rule of a room: it may import itself, the allowed rooms and packages. Its tests may import anything. */
function room(name: string, path: string, allowed: string[], comment: string): ForbiddenRule {
  return { name, comment, from: { path, pathNot: test }, to: { path: anyRoom, pathNot: [path, ...allowed] } };
}

/** What each room may import. */
const roomTable: [room: PathName, allowed: string, comment: string][] = [
  ['site', 'content', 'site gets what it needs in its context, never from server/ or accounts/'],
  ['consent', 'i18n vocabulary patterns', 'the words of consent stand on i18n alone'],
  ['forms', 'i18n vocabulary', 'the words of forms stand on i18n alone'],
  [
    'site/blocks',
    'ui i18n islands styles patterns consent forms model drawings',
    'blocks may import ui, drawings, islands, the words of consent and forms, and the content model',
  ],
  [
    'site/layout',
    'ui i18n islands styles patterns consent forms model readerTypes page',
    'layout may import ui, islands, i18n and the words of consent and forms',
  ],
  [
    'page',
    'ui i18n patterns consent forms model readerTypes search',
    'the contract of a page knows the words, the model and its search, and no page',
  ],
  [
    'site/pages',
    'page site/blocks site/layout ui i18n instruments drawings islands styles patterns consent forms model readerTypes search hours costs',
    'pages may import blocks, layout, ui, drawings, i18n, the words of consent and forms, the content model and its search',
  ],
  [
    'islands',
    'ui i18n vocabulary hours costs consent forms islandServices',
    'islands may import ui, i18n, the words of consent and forms, and the services of the browser that are for them',
  ],
  [
    'ui',
    'i18n patterns consent forms model hours costs',
    "ui stands on nothing but locales, the words of consent and forms, and the model's types",
  ],
  ['drawings', 'i18n model', 'drawings stand on the words and the model'],
  ['instruments', 'i18n patterns model readerTypes', 'instruments stand on the words, the model and the reader'],
  ['i18n', 'vocabulary', 'i18n stands on the locales'],
  [
    'site/browser',
    'islands ui i18n vocabulary styles consent forms payload',
    'the browser may import islands, ui, i18n, the words of consent and forms, and the type of a payload',
  ],
  [
    'site/embed',
    'i18n model mediaUrl footerColumns',
    'header and footer for other sites know the languages, the rules that they share with our own, and nothing that weighs',
  ],
  ['content', '', 'content is the ground: it knows nothing of the site'],
  [
    'accounts',
    'i18n forms formServices model workers',
    "accounts implements what the site's forms ask for: it knows their fields and the services, and nothing else of the site",
  ],
  ['server', 'site content accounts', 'the composition root imports every room, but no tools or tests'],
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
  preview: ['http', 'pages', 'content'],
};

/** Checked on all imports, `import type` included: to depend on the types of a room is to depend on the room. */
export const roomRules: ForbiddenRule[] = [
  ...roomTable.map(([name, allowed, comment]) => {
    const path = paths[name];
    const others = allowed.split(' ').flatMap((one) => (one === '' ? [] : [paths[one as PathName]]));
    return room(path.replaceAll(/^\^|\/$/g, '').replace('/', '-'), path, others, comment);
  }),
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

const serverOnlyPackages =
  'markdown-it sanitize-html sharp use-intl icu-minify pino hono @hono/node-server lru-cache prom-client yaml nodemailer kysely pg better-auth @node-rs/argon2 ioredis @orama/stemmers mmdb-lib rate-limiter-flexible libphonenumber-js @react-email/render'.split(
    ' ',
  );
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
    to: {
      path: '^(?:content|accounts|server)/',
      pathNot: [paths.vocabulary, paths.hours, paths.costs],
      reachable: true,
    },
  },
  {
    name: 'browser-cuts-payload',
    comment: "the browser knows the type of a payload; cutting one is the server's work",
    from: browserFiles,
    to: { path: paths.payload, reachable: true },
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
