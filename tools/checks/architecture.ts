/**
 * The rooms of the project, and what each may import. `check-architecture.ts` applies these rules to every import, those of types included;
 * docs/architecture.md gives the reasons.
 */

export interface Room {
  /** `*` stands for the first group of `files`: each folder that matches is a room of its own. */
  name: string;
  /** A file belongs to the first room that matches. */
  files: RegExp;
  /** Names of rooms further up in the list; `site/*` are all whose name begins with `site/`, `*` are all. A room always imports itself. */
  imports: string;
}

const room = (name: string, files: RegExp, imports = ''): Room => ({ name, files, imports });

/** From the bottom up: no import leads to a room further down in this list. */
export const rooms: readonly Room[] = [
  room('base', /^base\//),
  room('model', /^content\/(?:model[^/]*|plain-text|locales|icon-names|static-paths)\.ts$/, 'base'),
  room('content', /^content\/[^/]+$/, 'base model'),
  room('content/hours', /^content\/hours\//, 'model'),
  room('content/costs', /^content\/costs\//, 'model'),
  room('content/search', /^content\/search\//, 'model'),
  room('content/parse', /^content\/parse\//, 'base model content'),
  room('content/replica', /^content\/replica\//, 'base model content content/parse content/search'),
  room('content/feed', /^content\/feed\//, 'base model content content/parse content/replica'),
  room('paths', /^site\/(?:route-patterns|document-path)\.ts$/, 'model content/replica'),
  room('payload', /^site\/page-payload\.ts$/, 'model'),
  room('site/i18n', /^site\/i18n\//, 'model'),
  room('site/consent', /^site\/consent\//, 'model paths site/i18n'),
  room('site/forms', /^site\/forms\//, 'model site/i18n'),
  room('site/instruments', /^site\/instruments\//, 'base model content/replica paths site/i18n'),
  room('site/drawings', /^site\/drawings\//, 'model site/i18n'),
  room('site/styles', /^site\/styles\//),
  room('site/ui', /^site\/ui\//, 'model content/hours content/costs paths site/i18n site/consent site/forms'),
  room('form-services', /^site\/page\/form-services\.ts$/, 'model site/forms'),
  // The contract of a page knows the words, the model and its search, and no page.
  room(
    'site/page',
    /^site\/page\//,
    'model content/replica content/search paths site/i18n site/consent site/forms site/ui form-services',
  ),
  room('site/browser', /^site\/browser\//, 'model payload site/i18n site/styles site/consent site/forms site/ui'),
  room(
    'site/islands',
    /^site\/islands\//,
    'model content/hours content/costs site/i18n site/consent site/forms site/ui site/browser',
  ),
  room(
    'site/blocks',
    /^site\/blocks\//,
    'model paths site/i18n site/styles site/consent site/forms site/drawings site/ui site/islands',
  ),
  // Header and footer do not know which page they are on.
  room(
    'site/layout',
    /^site\/layout\//,
    'model content/replica paths site/i18n site/styles site/consent site/forms site/ui site/page site/islands',
  ),

  room(
    'site/pages',
    /^site\/pages\//,
    'model content/hours content/costs content/search content/replica paths site/i18n site/instruments site/drawings site/styles site/consent site/forms site/ui form-services site/page site/islands site/blocks site/layout',
  ),
  room('site', /^site\//, 'model content/* paths payload site/* form-services'),
  // It implements what the site's forms ask for, and knows nothing else of the site.
  room('accounts', /^accounts\//, 'base model site/i18n site/forms form-services'),
  room(
    'settings',
    /^server\/(?:config|accounts-config|log|metrics|secret-files|setting-values)\.ts$/,
    'base model content/* site/consent accounts',
  ),
  room('server/http', /^server\/http\//, 'base model settings site/* form-services accounts'),
  ...Object.entries({
    process: '',
    visitor: '',
    pages: '',
    forms: 'server/pages',
    assets: 'server/pages',
    pictures: 'server/pages server/assets',
    content: 'server/pages',
    api: 'server/content',
  }).map(([name, others]) =>
    room(
      `server/${name}`,
      new RegExp(`^server/${name}/`),
      `base model content content/* paths payload site site/* form-services accounts settings server/http ${others}`,
    ),
  ),
  // What can be taken out: a part knows the core, and no other part.
  room('part', /^server\/part\.ts$/, 'base content content/* site site/* accounts settings server/*'),
  room(
    'parts/*',
    /^parts\/([^/]+)\/(?!tests\/|tools\/)/,
    'base model content content/* paths payload site site/* form-services accounts settings server/* part',
  ),
  room('list-of-parts', /^parts\/[^/]+$/, 'part parts/*'),
  room('server', /^server\//, '*'),

  // Strapi's package: the site knows nothing of it, and it knows nothing of the site.
  room('cms/setup', /^cms\/src\/setup\//),
  room('cms/metrics', /^cms\/src\/(?:metrics|middlewares)\//, 'cms/setup'),
  room('cms/mail', /^cms\/src\/mail\//, 'cms/setup'),
  room('cms/rules', /^cms\/src\/rules\//, 'cms/setup cms/mail'),
  room('cms/seed', /^cms\/src\/seed\//, 'cms/setup cms/rules'),
  room('cms/admin', /^cms\/src\/admin\//, 'cms/setup cms/rules'),
  room('cms/ledger', /^cms\/src\/plugins\/ledger\//, 'cms/setup cms/mail cms/rules cms/admin'),
  // Plug-ins can be taken out one by one; the others need only the ledger.
  room('cms/plugins/*', /^cms\/src\/plugins\/([^/]+)\//, 'cms/setup cms/mail cms/rules cms/seed cms/admin cms/ledger'),
  room('cms', /^cms\/(?:src|config)\//, 'cms/*'),

  room('commands', /^(?:tools|tests|cms\/scripts|parts\/[^/]+\/(?:tests|tools))\//, '*'),
];

/** The folders whose files are checked. */
export const roots = [
  'base',
  'content',
  'site',
  'accounts',
  'server',
  'parts',
  'cms/src',
  'cms/config',
  'cms/scripts',
  'tools',
  'tests',
];

/** The maximum number of source files directly in one folder, without tests. */
export const maxFiles = 20;

export interface ForbiddenImport {
  name: string;
  from: RegExp;
  to: RegExp;
  /** Targets that are allowed all the same. */
  except?: RegExp;
  /** Forbids what is imported indirectly too, and what is imported at run time only: types never reach the browser. */
  reachable?: 'at run time' | 'types included';
}

const serverPackages =
  'markdown-it sanitize-html sharp use-intl icu-minify pino hono @hono/node-server lru-cache prom-client yaml nodemailer kysely pg better-auth @node-rs/argon2 ioredis @orama/stemmers mmdb-lib rate-limiter-flexible libphonenumber-js @react-email/render'.replaceAll(
    ' ',
    '|',
  );
const browserFiles = /^site\/browser\/|^parts\/embed\/frame\/|\.island\.tsx$/;

/** The panel of Strapi runs in the browser, and only its build, which `npm test` does not make, would say that it cannot. */
export const panelFiles = /^cms\/src\/(?:admin\/app\.tsx|plugins\/[^/]+\/strapi-admin\.tsx?)$/;

/** What the rooms do not say. */
export const forbidden: readonly ForbiddenImport[] = [
  {
    name: 'no file of the browser reaches a package of the server or a module of Node',
    from: browserFiles,
    to: new RegExp(`^(?:node:|node_modules/(?:${serverPackages})/|node_modules/react-dom/server)`),
    reachable: 'at run time',
  },
  {
    name: 'what runs in the browser gets content as HTML or as props',
    from: browserFiles,
    to: /^(?:base|content|accounts|server|parts)\//,
    except: /^content\/(?:(?:locales|icon-names|model-forms)\.ts$|hours\/|costs\/)|^parts\/embed\/frame\//,
    reachable: 'at run time',
  },
  {
    name: "the browser knows the type of a payload; cutting one is the server's work",
    from: browserFiles,
    to: /^site\/page-payload\.ts$/,
    reachable: 'at run time',
  },
  {
    name: 'islands use the services of the browser that are made for them',
    from: /^site\/islands\//,
    to: /^site\/browser\//,
    except: /\/(?:overlays\/(?:toasts|place-message|modals)|loading\/async-data|page-storage|trusted-html)\.ts$/,
  },
  {
    name: 'header and footer for other sites take the small rules of ours, and nothing that weighs',
    from: /^parts\/embed\/frame\//,
    to: /^site\/(?:ui|layout)\//,
    except: /\/(?:media-url|footer-columns)\.ts$/,
  },
  {
    name: 'the panel of Strapi runs in the browser: it reaches no module of Node, and only these packages',
    from: panelFiles,
    to: /^(?:node:|node_modules\/)/,
    except:
      /^node_modules\/(?:@strapi\/(?:design-system|icons)\/|@strapi\/strapi\/admin$|(?:@codemirror|@radix-ui)\/|react-datasheet-grid\/|(?:diff|react|react-dom|react-intl|react-router-dom|styled-components)\/$)/,
    reachable: 'at run time',
  },
  {
    name: 'the packages of Strapi are installed in cms/ only: outside, import what does not need them',
    from: /^(?!cms\/)/,
    to: /^node_modules\/@strapi\//,
    reachable: 'types included',
  },
];
