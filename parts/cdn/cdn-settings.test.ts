import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../server/config.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { readCdnSettings } from './cdn-settings.ts';

const token = 'a-token-of-the-cdn';

test('no CDN is required, and each CDN has its own required settings', () => {
  expect(readCdnSettings(parseConfig({}).values)).toBeNull();
  expect(readCdnSettings(parseConfig({ CDN: 'varnish', CDN_URL: 'http://one:6082/, http://two:6082' }).values)).toEqual(
    {
      name: 'varnish',
      urls: ['http://one:6082', 'http://two:6082'],
      id: '',
      token: '',
    },
  );
  for (const name of ['fastly', 'cloudflare'] as const)
    expect(readCdnSettings(parseConfig({ CDN: name, CDN_ID: 'abc123', CDN_TOKEN: token }).values)).toMatchObject({
      name,
      urls: [],
      token,
    });
  expect(
    readCdnSettings(parseConfig({ CDN: 'webhook', CDN_URL: 'https://hook.example/x', CDN_TOKEN: token }).values)?.urls,
  ).toHaveLength(1);
});

test('token and address may be files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-cdn-'));
  try {
    for (const [name, text] of Object.entries({ token, url: 'https://hook.example/secret-path' }))
      writeFileSync(join(folder, name), `${text}\n`);
    expect(
      readCdnSettings(
        parseConfig({ CDN: 'webhook', CDN_URL_FILE: join(folder, 'url'), CDN_TOKEN_FILE: join(folder, 'token') })
          .values,
      ),
    ).toMatchObject({ urls: ['https://hook.example/secret-path'], token });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [{ CDN: 'akamai' }, 'CDN must be one of varnish, fastly, cloudflare, webhook (it is "akamai").'],
  [{ CDN: 'varnish' }, 'CDN_URL must be set when CDN is varnish.'],
  [{ CDN: 'varnish', CDN_URL: 'varnish:6082' }, 'CDN_URL must be http or https addresses'],
  [{ CDN: 'fastly', CDN_ID: 'x' }, 'CDN_TOKEN must be set when CDN is fastly.'],
  [{ CDN: 'cloudflare' }, 'CDN_ID must be set when CDN is cloudflare.\nCDN_TOKEN must be set'],
  [{ CDN: 'cloudflare', CDN_ID: '../x', CDN_TOKEN: token }, 'CDN_ID must have letters'],
  [{ CDN: 'webhook', CDN_URL: 'https://a.example,https://b.example', CDN_TOKEN: token }, 'CDN_URL must be one address'],
  [{ CDN: 'webhook', CDN_URL: 'https://a.example', CDN_TOKEN: 'short' }, 'CDN_TOKEN must have 16 characters or more.'],
  [{ CDN_TOKEN: token }, 'CDN must be set when CDN_TOKEN is'],
])('a wrong value stops the start with a sentence: %o', (env, sentence) => {
  expect(() => parseConfig(env)).toThrow(ConfigError);
  expect(() => parseConfig(env)).toThrow(sentence);
  expect(() => parseConfig(env)).not.toThrow(token);
});
