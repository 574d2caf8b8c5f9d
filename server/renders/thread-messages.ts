/** What the main thread and the one that renders say to each other. */
import type { Locale } from '../../content/locales.ts';
import type { ReplicaStorage } from '../../content/replica/replica.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { BytesParts, CachedPage } from '../pages/page-bytes.ts';
import type { Encoding } from '../http/content-encoding.ts';

export interface ThreadData {
  /** Folder of the build. */
  dist: string;
  settings: Omit<RenderSettings, 'assets' | 'preview'>;
}

export interface RenderJob {
  locale: Locale;
  /** Site path without language prefix. */
  path: string;
  /** The parameters that the page declares. */
  query: string;
  /** The form and the encoding that are asked for, which are compressed beside the render. */
  payload: boolean;
  encoding: Encoding;
  /** Where the replica is. */
  storage: ReplicaStorage;
  /** Of the replica: what was read in another one is forgotten. */
  generation: number;
}

export interface RenderedApart extends Omit<CachedPage, 'document' | 'payload'> {
  document: BytesParts;
  /** Null when it was not asked for. */
  payload: BytesParts | null;
  kind: string;
  /** What the render took, without compression. */
  seconds: number;
}

/** Null for what is no page, and for what could not be rendered: the main thread finds out, and tells. */
export type ThreadAnswer = RenderedApart | null;
