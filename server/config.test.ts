import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, ConfigError, parseConfig } from './config.ts';

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

  test('normalises the origins of other sites to the form that browsers send', () => {
    expect(parseConfig({}).embedOrigins).toEqual([]);
    expect(
      parseConfig({
        EMBED_ORIGINS: 'https://portal.broker.example, http://localhost:4000,https://portal.broker.example',
      }).embedOrigins,
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

  test("the CRM's two may be files as well", () => {
    const secret = holding('0123456789abcdef\n');
    writeFileSync(`${secret}-url`, 'https://crm.example/hook\n');
    expect(
      parseConfig({ CRM_WEBHOOK_URL_FILE: `${secret}-url`, CRM_WEBHOOK_SECRET_FILE: secret }).accounts.crm,
    ).toEqual({ name: 'webhook', url: 'https://crm.example/hook', secret: '0123456789abcdef' });
  });

  test.each([
    ['hubspot', {}, { url: 'https://api.hubapi.com', token: '0123456789abcdef', fields: {} }],
    [
      'salesforce',
      {
        CRM_URL: 'https://broker.my.salesforce.com/',
        CRM_ID: 'consumer-key',
        CRM_FIELDS: 'topic=, utmSource=Source__c',
      },
      {
        url: 'https://broker.my.salesforce.com',
        id: 'consumer-key',
        token: '0123456789abcdef',
        fields: { topic: '', utmSource: 'Source__c' },
      },
    ],
  ])('%s gets leads, with a token from a file', (CRM, env, expected) => {
    expect(parseConfig({ CRM, CRM_TOKEN_FILE: holding('0123456789abcdef\n'), ...env }).accounts.crm).toEqual({
      name: CRM,
      ...expected,
    });
  });

  test.each([
    [{ CRM: 'pipedrive' }, 'CRM must be one of webhook, hubspot, salesforce'],
    [{ CRM: 'hubspot' }, 'CRM_TOKEN must be set when CRM is hubspot.'],
    [{ CRM: 'salesforce', CRM_TOKEN: '0123456789abcdef' }, 'CRM_URL must be set when CRM is salesforce.\nCRM_ID must'],
    [{ CRM: 'webhook' }, 'CRM_WEBHOOK_URL must be set when CRM is webhook.'],
    [{ CRM_TOKEN: '0123456789abcdef' }, 'CRM_TOKEN has no meaning when CRM is webhook'],
    [
      { CRM: 'hubspot', CRM_TOKEN: '0123456789abcdef', CRM_WEBHOOK_URL: 'https://crm.example/' },
      'CRM_WEBHOOK_URL has no meaning when CRM is hubspot',
    ],
    [{ CRM: 'hubspot', CRM_TOKEN: '0123456789abcdef', CRM_FIELDS: 'gclid=x' }, 'CRM_FIELDS must be pairs such as'],
    [{ CRM: 'hubspot', CRM_TOKEN: '0123456789abcdef', CRM_FIELDS: 'topic' }, 'CRM_FIELDS must be pairs such as'],
  ])('a CRM that cannot work stops the start with a sentence: %o', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(sentence);
    expect(() => parseConfig(env)).not.toThrow('0123456789abcdef');
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
