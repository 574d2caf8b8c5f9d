/**
 * `/dev/blocks` in `npm run dev` shows every block in every state with the site's own renderer, at three widths, light and dark, in each language.
 */
import type { Block, KnownBlock } from '../../content/model-blocks.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type Locale, localeRecords, locales } from '../../content/locales.ts';
import { Blocks } from '../../site/blocks/Blocks.tsx';
import type { ResolvedBlock } from '../../site/blocks/resolved-block.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Head, NotFound, definePage } from '../../site/page/page-module.ts';
import { resolveBlocks } from '../../site/pages/resolve-blocks.ts';
import type { RoutePattern } from '../../site/route-patterns.ts';
import type { Route } from '../../site/routes.ts';
import { blockSamples } from './block-samples.ts';
import { sampleWords } from './sample-words.ts';

const overviewPath = '/dev/blocks';
/** Pixels: a small phone, a tablet, a desktop. */
const widths = [320, 768, 1440];
const themes = ['light', 'dark'];

const shortenName = (component: string) => component.replace('blocks.', '');
const components = Object.keys(blockSamples) as KnownBlock['component'][];

interface Sample {
  state: string;
  blocks: ResolvedBlock[];
}

/** Lists the first such block of the demonstration, then each sample state. Empty for an unknown name. */
function listSamples(name: string, read: Reader, locale: Locale): Sample[] {
  const component = components.find((one) => shortenName(one) === name);
  if (!component) return [];
  const demonstrationBlock = read
    .list('page', locale)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ blocks }) => blocks)
    .find((block) => block.component === component);
  const states = Object.entries(blockSamples[component](sampleWords(locale, read))).map(
    ([state, fields]): [string, Block] => [state, { ...fields, component, id: `${name}-${state}` } as Block],
  );
  return [...(demonstrationBlock ? [['usual', demonstrationBlock] as const] : []), ...states].map(([state, block]) => ({
    state,
    blocks: resolveBlocks([block], read, locale, null),
  }));
}

const head = (title: string): Head => ({ title, description: title, noindex: true });

const overviewPage = definePage<{ locale: Locale; chosen: string | null }>({
  kind: 'dev',
  query: ['block'],
  cached: false,
  loader: ({ locale, query }) => ({ locale, chosen: query.get('block') }),
  head: ({ chosen }) => head(chosen ? `Block ${chosen}` : 'Blocks'),
  Component: ({ data: { locale, chosen } }) => (
    <div style={{ padding: '2rem', overflow: 'auto' }}>
      <h1>{chosen ?? 'Blocks'}</h1>
      <p>
        {locales.map((one) => (
          <a
            key={one}
            href={`${localePath(overviewPath, one)}${chosen ? `?block=${chosen}` : ''}`}
            style={{ marginInlineEnd: '1rem' }}
          >
            {localeRecords[one].name}
          </a>
        ))}
      </p>
      <ul>
        {components.map(shortenName).map((name) => (
          <li key={name}>
            <a href={`${localePath(overviewPath, locale)}?block=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      {(chosen ? themes : []).map((theme) =>
        widths.map((width) => (
          <figure key={`${theme} ${width}`} style={{ margin: '2rem 0' }}>
            <figcaption>
              {theme}, {width} px
            </figcaption>
            {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the site's own page, as in a window of its own */}
            <iframe
              title={`${chosen} ${theme} ${width}`}
              src={`${localePath(`${overviewPath}/${chosen}`, locale)}?theme=${theme}`}
              width={width}
              height={900}
              loading="lazy"
            />
          </figure>
        )),
      )}
    </div>
  ),
});

const samplesPage = definePage<{ samples: Sample[]; name: string; theme: string | null }, 'block'>({
  kind: 'dev',
  query: ['theme'],
  cached: false,
  loader({ params, query, read, locale }) {
    const samples = listSamples(params.block, read, locale);
    const theme = query.get('theme');
    if (samples.length === 0) throw new NotFound();
    return { samples, name: params.block, theme: theme !== null && themes.includes(theme) ? theme : null };
  },
  head: ({ name }) => head(`Samples of ${name}`),
  Component: ({ data: { samples, name, theme } }) => (
    <>
      <style>{'body > :not(main), dev-toolbar { display: none !important }'}</style>
      {samples.map(({ state, blocks }) => (
        <div
          key={state}
          data-sample={`${name} ${state}`}
          {...(theme ? { 'data-theme': theme } : {})}
          style={{ background: 'var(--ground)', color: 'var(--ink)', ...(theme ? { colorScheme: theme } : {}) }}
        >
          <p style={{ padding: '0.25rem 1rem' }}>{state}</p>
          <Blocks blocks={blocks} />
        </div>
      ))}
    </>
  ),
});

/** Additional routes for development. */
export const devRoutes: Route[] = [
  { pattern: overviewPath as RoutePattern, page: overviewPage },
  { pattern: `${overviewPath}/:block` as RoutePattern, page: samplesPage },
];
