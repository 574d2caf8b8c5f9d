import { expect, test } from 'vitest';
import { parseConfig } from '../../server/parse-config.ts';

const origins = (env: Record<string, string>) => parseConfig(env).values['EMBED_ORIGINS'];

test('normalises the origins of other sites to the form that browsers send', () => {
  expect(origins({})).toBeUndefined();
  expect(
    origins({
      EMBED_ORIGINS: 'https://portal.broker.example, http://localhost:4000,https://portal.broker.example',
    }),
  ).toEqual(['https://portal.broker.example', 'http://localhost:4000']);
  for (const wrong of [
    '*',
    'null',
    'portal.broker.example',
    'https://portal.broker.example/',
    'https://Portal.broker.example',
    'https://a.example:443',
    'https://a.example,',
    'ftp://a.example',
    'https://a.example https://b.example',
    'https://*.a.example',
  ]) {
    expect(() => parseConfig({ EMBED_ORIGINS: wrong }), wrong).toThrow(
      'EMBED_ORIGINS must be a comma-separated list of origins',
    );
  }
});
