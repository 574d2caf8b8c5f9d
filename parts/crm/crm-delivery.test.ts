/** Leads in HubSpot and Salesforce, from the outbox to small servers that answer as theirs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedDetails } from '../../tests/accounts/registration-samples.ts';
import { type CrmServer, answerJson, startHubSpot, startSalesforce } from '../../tests/services/crm-servers.ts';
import { until } from '../../tests/until.ts';
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { type CrmSettings, createCrmDelivery } from './crm-delivery.ts';
import { type Deliverer, startDeliverer } from '../../accounts/outbox/deliverer.ts';
import { listLeads } from '../../tools/accounts/outbox-messages.ts';
import { writeToOutbox } from '../../accounts/outbox/outbox.ts';

const customNames =
  'language form topic lead_campaign consents form_page email_confirmed_at partner_code landing_page utm_source utm_medium utm_campaign utm_term utm_content';
const firstNames = 'partner_code landing_page utm_source utm_medium utm_campaign utm_term utm_content';
const hubSpotProperties = new Set(
  `email firstname lastname phone country website message hs_language lead_form lead_topic lead_page lead_campaign lead_consents ${customNames} ${firstNames.replace(/\w+/g, 'first_$&')}`.split(
    ' ',
  ),
);
const toCustom = (name: string) =>
  `${name.replace(/(?:^|_)[a-z]/g, (start) => start.toUpperCase()).replace('Utm', 'UTM')}__c`;
const leadFields = new Set([
  'Email',
  'FirstName',
  'LastName',
  'Phone',
  'Country',
  'Website',
  'Description',
  'Company',
  'LeadSource',
  ...`${customNames} ${firstNames.replace(/\w+/g, 'first_$&')}`.split(' ').map(toCustom),
]);
const client = { id: 'consumer-key', secret: 'consumer-secret-0' };

const source = {
  referral: { utm_source: 'search', utm_campaign: 'autumn', gclid: 'click', landing: '/es/forex', on: '2026-11-22' },
  firstReferral: { aff: 'A77', utm_source: 'partner', landing: '/crypto', on: '2026-11-01' },
  source: '/contact',
};
const enquiry = {
  enquiryId: 'enquiry-1',
  kind: 'contact',
  name: 'Anna Maria Rossi',
  email: 'anna@example.com',
  topic: 'trading',
  message: 'How are swaps charged?',
  details: { website: 'https://anna.example' },
  ...source,
  locale: 'it',
};
const registration = {
  registrationId: 'registration-1',
  userId: 'u1',
  email: 'anna@example.com',
  ...storedDetails,
  ...source,
  locale: 'it',
};

interface Case {
  name: 'hubspot' | 'salesforce';
  start: () => Promise<CrmServer>;
  settings: (url: string) => CrmSettings;
  /** The key of a record of the enquiry, and of the registration. */
  keys: [string, string];
  ofEnquiry: Record<string, string>;
  invalid: { refuse: (response: ServerResponse) => void; reason: string };
  limited: (response: ServerResponse) => void;
}

const cases: Case[] = [
  {
    name: 'hubspot',
    start: async () => {
      const crm = await startHubSpot(hubSpotProperties);
      crm.tokens.add('private-app-token');
      return crm;
    },
    settings: (url) => ({ name: 'hubspot', url, token: 'private-app-token', fields: {} }),
    keys: ['anna@example.com', 'anna@example.com'],
    ofEnquiry: {
      email: 'anna@example.com',
      firstname: 'Anna',
      lastname: 'Maria Rossi',
      website: 'https://anna.example',
      message: 'How are swaps charged?',
      hs_language: 'it',
      lead_form: 'contact',
      lead_topic: 'trading',
      lead_page: '/contact',
      utm_source: 'search',
      utm_campaign: 'autumn',
      landing_page: '/es/forex',
      first_partner_code: 'A77',
      first_utm_source: 'partner',
      first_landing_page: '/crypto',
    },
    invalid: {
      refuse: (response) =>
        answerJson(response, 400, {
          status: 'error',
          message: `Property values were not valid: ${JSON.stringify([{ isValid: false, message: 'Anna Rossi is invalid', error: 'INVALID_EMAIL', name: 'email' }])}`,
          category: 'VALIDATION_ERROR',
        }),
      reason: 'The CRM answered 400 (INVALID_EMAIL, VALIDATION_ERROR, email).',
    },
    limited: (response) =>
      answerJson(
        response,
        429,
        {
          status: 'error',
          message: 'You have reached your secondly limit.',
          errorType: 'RATE_LIMIT',
          policyName: 'SECONDLY',
        },
        { 'retry-after': '7' },
      ),
  },
  {
    name: 'salesforce',
    start: () => startSalesforce(leadFields, client),
    settings: (url) => ({ name: 'salesforce', url, id: client.id, token: client.secret, fields: {} }),
    keys: ['enquiry-1', 'registration-1'],
    ofEnquiry: {
      Company: '[not provided]',
      LeadSource: 'Web',
      Email: 'anna@example.com',
      FirstName: 'Anna',
      LastName: 'Maria Rossi',
      Website: 'https://anna.example',
      Description: 'How are swaps charged?',
      Language__c: 'it',
      Form__c: 'contact',
      Topic__c: 'trading',
      Form_Page__c: '/contact',
      UTM_Source__c: 'search',
      UTM_Campaign__c: 'autumn',
      Landing_Page__c: '/es/forex',
      First_Partner_Code__c: 'A77',
      First_UTM_Source__c: 'partner',
      First_Landing_Page__c: '/crypto',
    },
    invalid: {
      refuse: (response) =>
        answerJson(response, 400, [
          {
            message: 'Email: invalid email address: Anna Rossi',
            errorCode: 'INVALID_EMAIL_ADDRESS',
            fields: ['Email'],
          },
        ]),
      reason: 'The CRM answered 400 (INVALID_EMAIL_ADDRESS, Email).',
    },
    limited: (response) =>
      answerJson(response, 403, [{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }], {
        'retry-after': '7',
      }),
  },
];

describe.each(cases)('$name', ({ name, start, settings, keys, ofEnquiry, invalid, limited }) => {
  let crm: CrmServer;
  let folder: string;
  let database: AccountsDatabase;
  let deliverer: Deliverer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-crm-'));
    database = await openAccountsDatabase({ databaseUrl: '', dataDir: folder });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await database.db.deleteFrom('outbox').execute();
    crm = await start();
    run();
  });
  afterEach(async () => {
    await deliverer.stop();
    await crm.stop();
  });

  function run(more: Partial<CrmSettings> = {}): void {
    const deliver = createCrmDelivery({ ...settings(crm.url), ...more } as CrmSettings);
    deliverer = startDeliverer({
      database,
      channels: {
        crm: ({ id, event, created_at: createdAt, payload }) =>
          deliver({ id, event, createdAt, data: JSON.parse(payload) as Record<string, unknown>, requestId: null }),
      },
      onFailure: () => undefined,
      onDelivered: () => undefined,
      onFault: () => undefined,
      pollEvery: 5,
      firstRetryAfter: 1,
    });
  }

  let serial = 0;
  const announce = (event: string, data: Record<string, unknown>) =>
    writeToOutbox(database.db, { subjectId: String((serial += 1)), email: 'anna@example.com', crm: { event, data } });
  const readMessages = () => database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
  const delivered = () =>
    until(async () => (await readMessages()).every(({ status }) => status === 'delivered'), 'the delivery');
  const failed = () =>
    until(async () => (await readMessages()).find(({ last_error: error }) => error !== null), 'the failure');

  test('an enquiry arrives with its first and latest campaign, partner, landing page and language, and without click ids', async () => {
    await announce('enquiry.created', enquiry);
    await delivered();
    expect(Object.fromEntries(crm.records)).toEqual({ [keys[0]]: ofEnquiry });
  });

  test('a form of editors arrives with the campaign of its destination and the consents, also without an e-mail address', async () => {
    const { name: _name, ...anonymous } = enquiry;
    const answers = {
      ...anonymous,
      email: '',
      kind: 'form/webinar',
      details: { phone: '+390212345678', newsletter: 'yes', campaign: 'Autumn 2026' },
      acceptance: {
        consents: ['newsletter'],
        documents: [{ id: 'form/webinar', version: '1a2b', hash: 'h', locale: 'it' }],
      },
    };
    await announce('enquiry.created', answers);
    await delivered();
    const [record = {}] = crm.records.values();
    expect(Object.values(record)).toEqual(
      expect.arrayContaining(['+390212345678', 'Autumn 2026', 'newsletter (form/webinar 1a2b)', 'form/webinar']),
    );
    expect(Object.keys(record)).not.toContain(name === 'hubspot' ? 'email' : 'Email');
  });

  test('a repetition changes nothing, and an application is not sent', async () => {
    await announce('enquiry.created', enquiry);
    await announce('enquiry.created', enquiry);
    await announce('application.created', { applicationId: 'a', email: 'seeker@example.com', name: 'B', ...source });
    await delivered();
    expect(Object.fromEntries(crm.records)).toEqual({ [keys[0]]: ofEnquiry });
  });

  test('a registration follows its correction and its confirmation', async () => {
    const { registrationId } = registration;
    const corrected = { registrationId, email: 'anna.rossi@example.com' };
    await announce('registration.created', registration);
    await announce('registration.email-corrected', { ...corrected, formerEmail: registration.email });
    await announce('registration.verified', { ...corrected, verifiedAt: '2026-11-27T10:00:00.000Z' });
    await delivered();
    const record = crm.records.get(name === 'hubspot' ? corrected.email : keys[1]) ?? {};
    expect(crm.records.size).toBe(1);
    expect(Object.values(record)).toEqual(
      expect.arrayContaining([
        corrected.email,
        'Rossi',
        storedDetails.phone,
        'IT',
        '2026-11-27T10:00:00.000Z',
        'autumn',
      ]),
    );
  });

  test('a lead that it does not accept is tried again, and the reason names fields but nobody', async () => {
    crm.refusals.push(invalid.refuse);
    await announce('enquiry.created', enquiry);
    expect((await failed()).last_error).toBe(invalid.reason);
    await delivered();
    expect(crm.records.get(keys[0])).toEqual(ofEnquiry);
  });

  test('a field that it does not have is named, and delivered once the settings leave it out', async () => {
    await deliverer.stop();
    run({ fields: { topic: 'No_Such_Field__c' } });
    await announce('enquiry.created', enquiry);
    expect((await failed()).last_error).toContain('No_Such_Field__c');
    await deliverer.stop();
    run({ fields: { topic: '' } });
    await delivered();
    const { lead_topic: _one, Topic__c: _other, ...others } = ofEnquiry;
    expect(crm.records.get(keys[0])).toEqual(others);
  });

  test('while it limits requests, a message waits as long as it asks', async () => {
    crm.refusals.push(limited);
    const before = Date.now();
    await announce('enquiry.created', enquiry);
    const message = await failed();
    expect(message.next_attempt_at - before).toBeGreaterThanOrEqual(7000);
    expect(crm.records.size).toBe(0);
    await database.db.updateTable('outbox').set({ next_attempt_at: 0 }).execute();
    await delivered();
    expect(crm.records.size).toBe(1);
  });

  test('an expired token', async () => {
    await announce('enquiry.created', enquiry);
    await delivered();
    crm.tokens.clear();
    await announce('registration.created', registration);
    if (name === 'salesforce') {
      // It asks for a new one itself.
      await delivered();
      expect((await readMessages()).every(({ last_error: error }) => error === null)).toBe(true);
    } else {
      expect((await failed()).last_error).toBe(
        'The CRM answered 401 (INVALID_AUTHENTICATION). The token has expired or was withdrawn: set a new CRM_TOKEN.',
      );
      crm.tokens.add('private-app-token');
      await delivered();
    }
    expect(crm.records.has(keys[1])).toBe(true);
  });

  test('the operator sees where each lead came from, in one line without the person', async () => {
    const campaign = 'autumn\u009b31m anna@example.com';
    await announce('enquiry.created', { ...enquiry, referral: { ...source.referral, utm_campaign: campaign } });
    await delivered();
    const [lead] = await listLeads(database);
    expect(lead).toMatchObject({ event: 'enquiry.created', status: 'delivered' });
    expect(lead?.source).toBe(
      'form=/contact language=it utm_source=search utm_campaign=autumn31m … landing=/es/forex on=2026-11-22 first: aff=A77 utm_source=partner landing=/crypto on=2026-11-01',
    );
  });
});

test('Salesforce is not asked again for what its staff has converted or deleted, and wrong credentials are named', async () => {
  const crm = await startSalesforce(leadFields, client);
  const salesforce = (token: string) =>
    createCrmDelivery({ name: 'salesforce', url: crm.url, id: client.id, token, fields: {} });
  const message = (event: string) => ({
    id: 'm',
    event,
    createdAt: 0,
    requestId: null,
    data: { registrationId: 'r', email: 'anna@example.com', verifiedAt: 'now' },
  });
  try {
    const deliver = salesforce(client.secret);
    await deliver(message('registration.verified'));
    expect(crm.records.size).toBe(0);
    await deliver(message('registration.created'));
    crm.records.set('r', { IsConverted: 'yes' });
    await deliver(message('registration.verified'));
    await expect(deliver(message('registration.created'))).rejects.toThrow('CANNOT_UPDATE_CONVERTED_LEAD');
    await expect(salesforce('another-secret-00')(message('registration.created'))).rejects.toThrow(
      'The CRM answered 400 (invalid_client). It gives no access token: check CRM_ID and CRM_TOKEN.',
    );
  } finally {
    await crm.stop();
  }
});

test('HubSpot keeps the first campaign that it knew, and joins a corrected address with the contact that has it', async () => {
  const crm = await startHubSpot(hubSpotProperties);
  crm.tokens.add('t');
  const deliver = createCrmDelivery({ name: 'hubspot', url: crm.url, token: 't', fields: {} });
  const send = (event: string, data: Record<string, unknown>) =>
    deliver({ id: 'm', event, createdAt: 0, requestId: null, data });
  try {
    await send('enquiry.created', enquiry);
    await send('enquiry.created', { ...enquiry, firstReferral: { utm_source: 'later' } });
    expect(crm.records.get('anna@example.com')).toEqual(ofHubSpot());
    await send('enquiry.created', { ...enquiry, email: 'wrong@example.com' });
    await send('registration.email-corrected', { email: 'anna@example.com', formerEmail: 'wrong@example.com' });
    expect([...crm.records.keys()].sort()).toEqual(['anna@example.com', 'wrong@example.com']);
    expect(crm.records.get('anna@example.com')).toMatchObject({ lead_form: 'registration' });
  } finally {
    await crm.stop();
  }
  function ofHubSpot() {
    return cases[0]?.ofEnquiry;
  }
});
