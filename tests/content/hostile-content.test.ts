/** Content with an attack in every text: a browser runs no script that an editor, or an attacker in their name, writes. */
import { afterAll, expect } from 'vitest';
import { locales } from '../../content/locales.ts';
import { findExecutableMarkup } from '../../tools/attack/executable-markup.ts';
import { mark } from '../../tools/attack/generate/text.ts';
import { startEditedSite } from '../sites/edited-site.ts';
import { byHash, sample, testSample } from '../sampled.ts';

/**
 * Fields that stay as they are: names and addresses identify a document, choices are from a list; a wrong value there has the whole
 * document refused.
 */
const keptFields =
  /^(?:id|slug|key|locale|from|to|url|local|link|href|updatedAt|publishedOn|postedOn|effectiveOn|validThrough|author|category|tags|related|group|kind|component|__component|tone|style|variant|features|align|format|icon|provider|videoId|level|employmentType)$/;
const attempts = [
  `${mark}>`,
  `<script>${mark}</script>`,
  '<img src=x onerror="attack()">',
  '[x](javascript:attack())',
  '![x](data:text/html,attack)',
  '<svg onload=attack()>',
  '<a href="java&#x73;cript:attack()">x</a>',
  `<iframe srcdoc="${mark}>"></iframe>`,
  `</script>${mark}>`,
  `</title>${mark}>`,
  `--> ${mark}>`,
  `"><img onerror=attack() src=x>`,
  `' onload='attack()`,
  '<style>*{}</style>',
  '<p style="color:red" onclick=attack()>',
];

let next = 0;

function spoiled(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (keptFields.test(name)) return value;
    next += 1;
    return `${value} ${attempts[next % attempts.length] ?? ''}`;
  }
  if (Array.isArray(value)) return value.map((item) => spoiled(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      keptFields.test(key) && typeof part !== 'object' ? part : spoiled(part, key),
    ]),
  );
}

const site = await startEditedSite();
await site.edit(({ documents }) => {
  for (const document of documents) document.wire = spoiled(document.wire);
});
afterAll(() => site.stop());

const text = async (path: string) => (await fetch(`${site.url}${path}`)).text();

const oneLocale = sample(locales, (locale) => locale === byHash(locales, String(keptFields)));

testSample(oneLocale, 'no page in %s runs scripts from its content', async (locale) => {
  const paths = [...(await text(`/sitemap-${locale}.xml`)).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path || '/',
  );
  expect(paths.length).toBeGreaterThan(80);
  const wrong: string[] = [];
  let spoken = 0;
  for (const path of [
    ...paths,
    `${locale === 'en' ? '' : `/${locale}`}/search?q=attack`,
    `${locale === 'en' ? '' : `/${locale}`}/no-such-page`,
  ]) {
    const page = await text(path);
    if (page.includes('attack')) spoken += 1;
    wrong.push(...findExecutableMarkup(page).map((found) => `${path}: ${found}`));
  }
  expect(wrong).toEqual([]);
  expect(spoken, 'the attempts are shown as words').toBeGreaterThan(paths.length * 0.9);
});
