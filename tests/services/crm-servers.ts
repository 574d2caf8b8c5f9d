/** Small servers that answer as HubSpot and Salesforce document their APIs, and refuse on demand. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, string>;

export interface CrmServer {
  url: string;
  /** Contacts by e-mail address, or leads by external id. */
  records: Map<string, Fields>;
  /** The requests for records: method and address. */
  requests: string[];
  /** Answers that come before those of the API, once each. */
  refusals: ((response: ServerResponse) => void)[];
  /** Access tokens that are valid. */
  tokens: Set<string>;
  stop: () => Promise<void>;
}

type Handle = (request: { method: string; url: URL; body: string; bearer: string }, response: ServerResponse) => void;

export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Fields = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

async function startServer(build: (crm: CrmServer) => Handle): Promise<CrmServer> {
  const crm: CrmServer = {
    url: '',
    records: new Map(),
    requests: [],
    refusals: [],
    tokens: new Set(),
    stop: async () => void (await new Promise((resolve) => server.close(resolve))),
  };
  const handle = build(crm);
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = '', url = '/', headers } = request;
      const bearer = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      if (!url.startsWith('/services/oauth2/')) {
        crm.requests.push(`${method} ${decodeURIComponent(url)}`);
        const refuse = crm.refusals.shift();
        if (refuse) return refuse(response);
      }
      return handle({ method, url: new URL(url, 'http://crm'), body, bearer }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  crm.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return crm;
}

/** The contacts of HubSpot's CRM API. @param properties those that the account has. */
export function startHubSpot(properties: ReadonlySet<string>): Promise<CrmServer> {
  return startServer(({ records, tokens }) => ({ method, url, body, bearer }, response) => {
    const refuse = (status: number, category: string, message: string) =>
      answerJson(response, status, { status: 'error', message, correlationId: 'c0', category });
    if (!tokens.has(bearer)) return refuse(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
    const values = (JSON.parse(body) as { properties: Fields }).properties;
    const unknown = Object.keys(values).find((name) => !properties.has(name));
    if (unknown) {
      const fault = {
        isValid: false,
        message: `Property "${unknown}" does not exist`,
        error: 'PROPERTY_DOESNT_EXIST',
        name: unknown,
      };
      return refuse(400, 'VALIDATION_ERROR', `Property values were not valid: ${JSON.stringify([fault])}`);
    }
    const [, email] = /^\/crm\/v3\/objects\/contacts\/(.+)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (method === 'PATCH' && email && url.searchParams.get('idProperty') === 'email') {
      const contact = records.get(email);
      if (!contact) return refuse(404, 'OBJECT_NOT_FOUND', 'resource not found');
      const moved = values['email'] ?? email;
      if (moved !== email && records.has(moved)) return refuse(409, 'CONFLICT', 'A contact with the email exists.');
      records.delete(email);
      records.set(moved, { ...contact, ...values });
      return answerJson(response, 200, { id: '501', properties: values });
    }
    if (method !== 'POST' || url.pathname !== '/crm/v3/objects/contacts') return refuse(405, 'METHOD', 'not allowed');
    const added = values['email'] ?? '';
    if (records.has(added)) return refuse(409, 'CONFLICT', 'Contact already exists. Existing ID: 501');
    records.set(added, values);
    return answerJson(response, 201, { id: '501', properties: values });
  });
}

/** The token endpoint and the Lead object of Salesforce's REST API. @param fields those that the Lead has. */
export function startSalesforce(
  fields: ReadonlySet<string>,
  client: { id: string; secret: string },
): Promise<CrmServer> {
  return startServer(({ records, tokens }) => ({ method, url, body, bearer }, response) => {
    const refuse = (status: number, errorCode: string, message: string, names: string[] = []) =>
      answerJson(response, status, [{ message, errorCode, ...(names.length > 0 && { fields: names }) }]);
    if (url.pathname === '/services/oauth2/token') {
      const form = new URLSearchParams(body);
      if (
        form.get('grant_type') !== 'client_credentials' ||
        form.get('client_secret') !== client.secret ||
        form.get('client_id') !== client.id
      )
        return answerJson(response, 400, { error: 'invalid_client', error_description: 'invalid client credentials' });
      const token = `token-${tokens.size + 1}-${Date.now()}`;
      tokens.add(token);
      return answerJson(response, 200, {
        access_token: token,
        instance_url: 'https://elsewhere.example',
        token_type: 'Bearer',
      });
    }
    if (!tokens.has(bearer)) return refuse(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    const [, id = ''] = /^\/services\/data\/v\d+\.0\/sobjects\/Lead\/Brokerfront_Id__c\/(.+)$/.exec(url.pathname) ?? [];
    if (method !== 'PATCH' || !id) return refuse(404, 'NOT_FOUND', 'The requested resource does not exist');
    const values = JSON.parse(body) as Fields;
    const unknown = Object.keys(values).find((name) => !fields.has(name));
    if (unknown) return refuse(400, 'INVALID_FIELD', `No such column '${unknown}' on sobject of type Lead`);
    const lead = records.get(id);
    const missing = ['LastName', 'Company'].filter((name) => !lead && !values[name]);
    if (missing.length > 0)
      return refuse(400, 'REQUIRED_FIELD_MISSING', `Required fields are missing: [${missing.join(', ')}]`, missing);
    if (lead?.['IsConverted']) return refuse(400, 'CANNOT_UPDATE_CONVERTED_LEAD', 'cannot reference converted lead');
    records.set(id, { ...lead, ...values });
    return answerJson(response, lead ? 200 : 201, { id: '00Q1', success: true, errors: [], created: !lead });
  });
}
