/** What a part is: a capability of the site that can be taken out, with its folder in `parts/` and its line in `parts/parts.ts`. */
import type { EventEmitter } from 'node:events';
import type { Hono } from 'hono';
import type * as v from 'valibot';
import type { ConsentDecisionTable } from '../accounts/database/accounts-tables.ts';
import type { DeliverToCrm } from '../accounts/outbox/crm-message.ts';
import type { OnAlarm } from '../base/alarm.ts';
import type { DocumentAddress } from '../content/document-address.ts';
import type { RenderSettings } from '../site/render-page.tsx';
import type { ContentSource } from './content/content-source.ts';
import type { SharedCaching } from './http/shared-caching.ts';
import type { SiteEnv } from './http/request-context.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { PageCache } from './pages/page-cache.ts';
import type { PageRequestContext } from './pages/page-request.ts';
import type { AddressAnswer, SitePages, SiteRenderer } from './pages/site-pages.ts';
import type { Config } from './config.ts';
import type { LookAtOtherContent } from './pictures/diagram-route.ts';
import type { Dependency } from './process/dependencies.ts';

/** What happens in a site. The cache of pages announces stale tags itself (`PageCache.onStale`). */
export type SiteEvents = EventEmitter<{
  /** An address without parameters answers a visitor, whenever that may be new. Emitted before the answer is sent. */
  answered: [address: string, answer: AddressAnswer];
  /** A visitor gets a file. `path`: where its bytes are. */
  fileServed: [address: string, path: string];
  drawingServed: [address: string, svg: string];
  /** The content has changed, and readers see it. */
  contentChanged: [];
  /** A decision about consent is stored. */
  consentStored: [row: ConsentDecisionTable];
}>;

/** What an address answered at a past moment. */
export type PastAnswer =
  | { kind: 'page'; html: string; from: number; until: number | null }
  | { kind: 'redirect'; to: string }
  /** `removed`: the bytes are not kept any more. */
  | { kind: 'gone' | 'removed'; from: number; until: number | null }
  | { kind: 'unknown' };

/** The answers that visitors were given. */
export interface PastAnswers {
  /** @param address without parameters. @param moment milliseconds since 1970. @throws when they cannot be read now. */
  read: (address: string, moment: number) => Promise<PastAnswer>;
  /** A picture, script or font that this site no longer has; its address names its content. @throws when it cannot be read now. */
  readFile: (address: string) => Promise<Buffer | null>;
}

/** The open site, as parts see it. */
export interface SiteForParts {
  config: Config;
  /** Folder of the project. */
  root: string;
  buildId: string;
  /** Every request renders its page again. */
  development: boolean;
  /** The files of this build and of former ones that visitors may be given: where their bytes are, by address. */
  builtFiles: () => ReadonlyMap<string, string>;
  content: ContentSource;
  cache: PageCache;
  pages: SitePages;
  settings: RenderSettings;
  renderer: () => Promise<SiteRenderer>;
  events: SiteEvents;
  metrics: Metrics;
  log: Logger;
  onAlarm: OnAlarm;
  /** What the parts added that opened before this one. */
  additions: PartAdditions;
}

/** What a part adds to the site. Of what only one part can give, the first one's counts. */
export interface PartAdditions {
  /** Adds routes, and handlers of routes, before the site's own. */
  mount?: (app: Hono<SiteEnv>) => void;
  /** Answers a request for a page, or a form, instead of the site. */
  answerPage?: (context: PageRequestContext) => Promise<Response | null>;
  lookAtOtherContent?: LookAtOtherContent;
  pastAnswers?: PastAnswers;
  /** Replaces the cache headers of a site that nobody purges. */
  sharedCaching?: SharedCaching;
  deliverToCrm?: DeliverToCrm;
  /** Systems that the part needs. */
  dependencies?: readonly Dependency[];
  /** Adds to the answer of `/api/content/live`. @param document null: about the whole site. */
  describeLive?: (document: DocumentAddress | null) => Record<string, unknown>;
  /** Called once the site listens. */
  start?: () => void;
  /** Called after the last answer, in the opposite order of the list. */
  stop?: () => void | Promise<void>;
}

/** A part of the list in `parts/parts.ts`. */
export interface Part {
  /** The variables that it reads: schemas by name. */
  settings: v.ObjectEntries;
  /** The variables whose values no message may show, and that a file may hold (`NAME_FILE`). */
  secrets: readonly string[];
  /** @returns one sentence for each rule between its variables that is broken. */
  findContradictions: (values: never) => string[];
  /** @returns null when its settings turn it off. */
  open: (site: SiteForParts, values: never) => PartAdditions | null | Promise<PartAdditions | null>;
}

/** The values of settings, once they are parsed. */
export type Values<Settings extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Settings, undefined>>;

interface Definition<Settings extends v.ObjectEntries> {
  settings: Settings;
  secrets?: readonly string[];
  findContradictions?: (values: Values<Settings>) => string[];
  open: (site: SiteForParts, values: Values<Settings>) => PartAdditions | null | Promise<PartAdditions | null>;
}

/** Defines a part, whose functions get the values of its own settings. */
export function definePart<Settings extends v.ObjectEntries>(definition: Definition<Settings>): Part {
  return { secrets: [], findContradictions: () => [], ...definition };
}
