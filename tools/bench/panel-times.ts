/** Times what editors ask of a real Strapi with many texts: its pages, a form, a save and publications. */
import { once } from 'node:events';
import { join } from 'node:path';
import { StrapiEditor } from '../../tests/strapi/strapi-editor.ts';
import { startStrapi } from '../../tests/strapi/strapi-process.ts';
import { fillStrapi } from './fill-strapi.ts';
import { median } from './statistics.ts';

const rounds = 5;

/** @returns medians in milliseconds. @throws when Strapi refuses something. */
export async function measurePanel(texts: number): Promise<Record<string, number>> {
  const strapi = await startStrapi();
  try {
    const ended = once(strapi.process, 'exit');
    strapi.process.kill('SIGTERM');
    await ended;
    fillStrapi(join(strapi.dataDir, 'content.db'), texts);
    const began = performance.now();
    await strapi.restart();
    const times: Record<string, number> = { texts, start: performance.now() - began };
    const editor = await StrapiEditor.login(strapi.url);
    const page = await editor.draft('page', 'forex');
    const article = await editor.draft('news-article', 'gold-when-nothing-happens-9');
    const tag = await editor.publish('tag', null, {
      name: 'Bench',
      description: 'A subject that no text has yet, to publish, withdraw and publish again in the bench.',
    });
    const uses = `texts/uses?uid=api::page.page&documentId=${page.documentId}`;
    const actions: Record<string, (round: number) => Promise<unknown>> = {
      'find words': () => editor.gate('texts?words=gold'),
      'broken links': () => editor.gate('texts/broken-links'),
      'where used': () => editor.gate(uses),
      translations: () => editor.gate('translations?locale=es'),
      drafts: () => editor.gate('drafts'),
      form: () => editor.draft('news-article', 'gold-when-nothing-happens-9'),
      rules: () => editor.askRules('news-article', article.documentId, article),
      save: (round) => editor.save('news-article', article.documentId, { ...article, title: `Saved ${round}` }),
      publish: (round) => editor.publish('news-article', article.documentId, { ...article, title: `Live ${round}` }),
      'publish a page': (round) => editor.publish('page', page.documentId, { ...page, title: `Forex ${round}` }),
      'publish again what texts may link to': async () => {
        await editor.unpublish('tag', tag.documentId);
        await editor.publish('tag', tag.documentId);
      },
    };
    for (const [name, act] of Object.entries(actions)) {
      const measured: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        await act(round);
        measured.push(performance.now() - start);
      }
      times[name] = median(measured);
    }
    return times;
  } finally {
    await strapi.stop();
  }
}
