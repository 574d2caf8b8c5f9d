import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

describe('configuration', () => {
  test('needs nothing', () => {
    expect(parseConfig({})).toMatchObject({ port: 3000, siteUrl: 'http://localhost:3000', strapiUrl: '', logLevel: 'info' });
  });

  test('takes an empty variable for an absent one, and cuts the slash of an address', () => {
    expect(parseConfig({ PORT: '', SITE_URL: 'https://broker.example/' })).toMatchObject({ port: 3000, siteUrl: 'https://broker.example' });
  });

  test('knows the content service by two addresses: its own, and the one that others are told', () => {
    const of = (env: Record<string, string>) => {
      const { strapiUrl, cmsPublicUrl, publicStrapiUrl } = parseConfig({ SITE_URL: 'https://broker.example', ...env });
      return [strapiUrl, cmsPublicUrl, publicStrapiUrl];
    };
    expect(of({})).toEqual(['', '', 'https://broker.example']);
    expect(of({ STRAPI_URL: 'http://strapi:1337' })).toEqual(['http://strapi:1337', 'http://strapi:1337', 'http://strapi:1337']);
    expect(of({ STRAPI_URL: 'http://strapi:1337', CMS_PUBLIC_URL: 'https://cms.broker.example/' })).toEqual(['http://strapi:1337', 'https://cms.broker.example', 'https://cms.broker.example']);
  });

  test('reads the origins of other sites as browsers send them', () => {
    expect(parseConfig({}).embedOrigins).toEqual([]);
    expect(parseConfig({ EMBED_ORIGINS: 'https://portal.broker.example, http://localhost:4000,https://portal.broker.example' }).embedOrigins).toEqual(['https://portal.broker.example', 'http://localhost:4000']);
    for (const wrong of ['*', 'null', 'portal.broker.example', 'https://portal.broker.example/', 'https://Portal.broker.example', 'https://a.example:443', 'https://a.example,', 'ftp://a.example', 'https://a.example https://b.example', 'https://*.a.example']) {
      expect(() => parseConfig({ EMBED_ORIGINS: wrong }), wrong).toThrow('EMBED_ORIGINS must be a comma-separated list of origins');
    }
  });

  test.each([
    [{ PORT: 'x' }, 'PORT must be a number (it is "x").'], [{ PORT: '99999' }, 'PORT must be at most 65535'], [{ SITE_URL: 'broker.example' }, 'SITE_URL must be an http or https address'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'], [{ STRAPI_URL: 'ftp://x' }, 'STRAPI_URL must be an http'],
  ])('a wrong value stops the start with a sentence: %o', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(ConfigError);
    expect(() => parseConfig(env)).toThrow(sentence);
  });
});
