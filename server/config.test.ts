import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

describe('configuration', () => {
  test('needs nothing', () => {
    expect(parseConfig({})).toMatchObject({ port: 3000, siteUrl: 'http://localhost:3000', strapiUrl: '', logLevel: 'info' });
  });

  test('takes an empty variable for an absent one, and cuts the slash of an address', () => {
    expect(parseConfig({ PORT: '', SITE_URL: 'https://broker.example/' })).toMatchObject({ port: 3000, siteUrl: 'https://broker.example' });
  });

  test.each([
    [{ PORT: 'x' }, 'PORT must be a number (it is "x").'], [{ PORT: '99999' }, 'PORT must be at most 65535'], [{ SITE_URL: 'broker.example' }, 'SITE_URL must be an http or https address'],
    [{ GEO_LOCAL_COUNTRY: 'Spain' }, 'GEO_LOCAL_COUNTRY must be the code of a country'], [{ CONSENT_STORAGE: 'session' }, 'CONSENT_STORAGE must be one of cookie, localStorage'], [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'], [{ STRAPI_URL: 'ftp://x' }, 'STRAPI_URL must be an http'],
  ])('a wrong value stops the start with a sentence: %o', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(ConfigError);
    expect(() => parseConfig(env)).toThrow(sentence);
  });
});
