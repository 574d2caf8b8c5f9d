import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, ConfigError } from './config.ts';
import { parseConfig } from './parse-config.ts';

describe('configuration', () => {
  test('has a default for every setting', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      siteUrl: 'http://localhost:3000',
      strapiUrl: '',
      logLevel: 'info',
    });
  });

  test('has the time of the drain that docs/running.md names, where nothing is set', () => {
    expect(parseConfig({})).toMatchObject({
      drainSeconds: 5,
    });
  });

  test('treats an empty variable as absent, and removes the final slash of an address', () => {
    expect(parseConfig({ PORT: '', SITE_URL: 'https://broker.example/' })).toMatchObject({
      port: 3000,
      siteUrl: 'https://broker.example',
    });
  });

  test('has two addresses of the content service: an internal and a public one', () => {
    const of = (env: Record<string, string>) => {
      const { strapiUrl, cmsPublicUrl, publicStrapiUrl } = parseConfig({ SITE_URL: 'https://broker.example', ...env });
      return [strapiUrl, cmsPublicUrl, publicStrapiUrl];
    };
    expect(of({})).toEqual(['', '', 'https://broker.example']);
    expect(of({ STRAPI_URL: 'http://strapi:1337' })).toEqual([
      'http://strapi:1337',
      'http://strapi:1337',
      'http://strapi:1337',
    ]);
    expect(of({ STRAPI_URL: 'http://strapi:1337', CMS_PUBLIC_URL: 'https://cms.broker.example/' })).toEqual([
      'http://strapi:1337',
      'https://cms.broker.example',
      'https://cms.broker.example',
    ]);
  });

  test('accepts hosts of pictures in the form that addresses have', () => {
    expect(parseConfig({ MEDIA_HOSTS: 'cdn.broker.example, files.example:8443' }).mediaHosts).toEqual([
      'cdn.broker.example',
      'files.example:8443',
    ]);
    expect(parseConfig({}).mediaHosts).toEqual([]);
    for (const wrong of ['https://cdn.example', 'cdn.example/a', 'CDN.example', 'cdn.example,', '*', 'a@b'])
      expect(() => parseConfig({ MEDIA_HOSTS: wrong }), wrong).toThrow(
        'MEDIA_HOSTS must be a comma-separated list of hosts',
      );
  });

  test.each([
    [{ PORT: 'x' }, 'PORT must be a number (it is "x").'],
    [{ PORT: '99999' }, 'PORT must be at most 65535'],
    [{ SITE_URL: 'broker.example' }, 'SITE_URL must be an http or https address'],
    [{ GEO_LOCAL_COUNTRY: 'Spain' }, 'GEO_LOCAL_COUNTRY must be the code of a country'],
    [{ CONSENT_STORAGE: 'session' }, 'CONSENT_STORAGE must be one of cookie, localStorage'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ STRAPI_URL: 'ftp://x' }, 'STRAPI_URL must be an http'],
  ])('stops the start with a sentence for a wrong value: %o', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(ConfigError);
    expect(() => parseConfig(env)).toThrow(sentence);
  });
});

describe('secrets as files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const holding = (text: string) => {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  test.each([
    ['STRAPI_TOKEN', 'a-token-of-24-characters-1', (config: Config) => config.strapiToken],
    ['STRAPI_WEBHOOK_SECRET', 'a-secret-of-the-tests', (config: Config) => config.webhookSecret],
    ['VALKEY_URL', 'redis://:pass@cache:6379', (config: Config) => config.valkeyUrl],
    ['GEO_URL', 'https://geo.example/{ip}?key=k', (config: Config) => config.geoUrl],
    ['DATABASE_URL', 'postgres://u:p@db/site', (config: Config) => config.accounts.databaseUrl],
    ['SMTP_URL', 'smtps://u:p@mail.example', (config: Config) => config.accounts.smtpUrl],
    ['AUTH_SECRET', 'x'.repeat(32), (config: Config) => config.accounts.authSecret],
    ['CV_STORAGE_URL', 'https://k:s@s3.example/cvs?region=eu', (config: Config) => config.accounts.cvStorageUrl],
  ] as const)('%s_FILE is the value without its final end of line', (name, value, read) => {
    for (const end of ['', '\n', '\r\n'])
      expect(read(parseConfig({ [`${name}_FILE`]: holding(`${value}${end}`) }))).toBe(value);
  });

  test.each([
    ['both are set', { AUTH_SECRET: 'y'.repeat(32) }, 'x'.repeat(32), 'AUTH_SECRET_FILE and AUTH_SECRET are both set'],
    ['an empty file', {}, '\n', 'AUTH_SECRET_FILE names an empty file.'],
    ['two lines', {}, `${'x'.repeat(32)}\n${'x'.repeat(32)}\n`, 'more than one line'],
    ['a wrong value', {}, 'short-secret', 'AUTH_SECRET must have at least 32 characters'],
    [
      'a missing file',
      { AUTH_SECRET_FILE: '/nowhere/short-secret' },
      '',
      'AUTH_SECRET_FILE names a file that cannot be read (ENOENT).',
    ],
    ['a folder', { AUTH_SECRET_FILE: '/tmp' }, '', 'cannot be read (EISDIR)'],
  ])('an error about the file never repeats the value: %s', (_case, env, text, sentence) => {
    let message = '';
    try {
      parseConfig({ AUTH_SECRET_FILE: holding(text), ...env });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message).toContain(sentence);
    expect(message).not.toMatch(/xxxx|yyyy|short-secret/);
  });
});
