/** A new site whose documents all have a wrong value somewhere: what cannot be shown is left out with an alarm, and no page fails. */
import { expect } from 'vitest';
import { byHash, sample, testSample } from '../sampled.ts';
import { startEditedSite } from '../sites/edited-site.ts';
import { fieldPaths, replaceAt, wrongValues } from '../wrong-values.ts';

const rounds = Array.from({ length: 4 }, (_, index) => index);

/** English articles of the demonstration have their id as slug, unless they say otherwise. */
function readSlug(wire: unknown): string {
  const { id, slug } = wire as { id: string; slug?: string };
  return slug ?? id;
}

testSample(
  sample(rounds, (round) => round < 1),
  'in round %i no page fails, and every document that is right is live',
  async (round) => {
    const right: string[] = [];
    const site = await startEditedSite({
      before: ({ documents }) => {
        for (const document of documents) {
          const seed = `${round}/${document.type}/${document.locale}/${(document.wire as { id: string }).id}`;
          // Half of the documents stay as they are: the others may not take them along.
          if (byHash([true, false], seed)) {
            if (document.type === 'news-article' && document.locale === 'en') right.push(readSlug(document.wire));
            continue;
          }
          const places = fieldPaths(document.wire).filter(([field]) => field !== 'id');
          document.wire = replaceAt(
            document.wire,
            byHash(places, `${seed} place`),
            byHash(wrongValues, `${seed} value`),
          );
        }
      },
    });
    try {
      // Reads the body: a connection with an unread one stays taken, and the server limits those of an address.
      const ask = async (path: string) => {
        const response = await fetch(`${site.url}${path}`, { redirect: 'manual' });
        await response.arrayBuffer();
        return response.status;
      };
      const failed: string[] = [];
      for (const locale of [['en', 'es', 'it'][round % 3]]) {
        const map = await (await fetch(`${site.url}/sitemap-${locale}.xml`)).text();
        const paths = [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/');
        expect(paths.length).toBeGreaterThan(40);
        // Two thirds are pages of instruments, and alike: each round tries a quarter of them, and all rounds together all.
        const tried = paths.filter((path, index) => !path.includes('/cfd-asset-list/') || index % 4 === round);
        for (const path of [...tried, `/${locale}/search?q=gold`, '/feed.xml', '/compare-accounts']) {
          const status = await ask(path);
          if (status >= 500) failed.push(`${path} ${status}`);
        }
      }
      expect(failed).toEqual([]);
      expect(right.length).toBeGreaterThan(3);
      for (const slug of right) expect([slug, await ask(`/news/${slug}`)]).toEqual([slug, 200]);
      expect(site.alarms.get('invalid')).toBeGreaterThan(10);
      expect([...site.alarms.keys()]).not.toContain('render-failed');
    } finally {
      await site.stop();
    }
  },
  { timeout: 240_000 },
);
