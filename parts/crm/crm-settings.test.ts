import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../server/parse-config.ts';
import { readCrmSettings } from './crm-settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-crm-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
function holding(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}
const readCrm = (env: Record<string, string>) => readCrmSettings(parseConfig(env).values);

test("the CRM's two may be files as well", () => {
  const secret = holding('0123456789abcdef\n');
  writeFileSync(`${secret}-url`, 'https://crm.example/hook\n');
  expect(readCrm({ CRM_WEBHOOK_URL_FILE: `${secret}-url`, CRM_WEBHOOK_SECRET_FILE: secret })).toEqual({
    name: 'webhook',
    url: 'https://crm.example/hook',
    secret: '0123456789abcdef',
  });
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
  expect(readCrm({ CRM, CRM_TOKEN_FILE: holding('0123456789abcdef\n'), ...env })).toEqual({
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
