/** Sends requests to a CRM, and turns its refusals into failures that an operator understands and that name nobody. */
import { RetryLater } from '../../accounts/outbox/retry-later.ts';

export interface CrmRequest {
  method: 'POST' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request. @throws when the CRM cannot be reached within ten seconds. */
export async function sendToCrm({ url, ...request }: CrmRequest): Promise<Response> {
  return fetch(url, {
    ...request,
    // A redirect would carry personal data to an address that nobody configured.
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
}

/** Reads how long a CRM asks to wait, in milliseconds; 0 when it does not say. */
function readRetryAfter({ headers }: Response): number {
  const value = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return wait > 0 ? wait : 0;
}

/** Lists the codes and field names of an error's JSON. Its sentences are left out, because they may repeat what a person typed. */
function listReasons(body: string): string {
  const codes = body.matchAll(/"(?:category|errorCode|error|code)" *: *"([A-Za-z_]{1,60})"/g);
  const fields = body.matchAll(/"(?:name|propertyName|fields)" *: *(?:\[ *)?"([\w.]{1,60})"/g);
  // Some sentences are the only place that names a field which the CRM does not have.
  const unknownFields = body.matchAll(/\b(\w{1,60}__c)\b/g);
  return [...new Set([...codes, ...fields, ...unknownFields].map(([, name]) => name))].slice(0, 10).join(', ');
}

/** Builds the failure for a refusal. @param advice what an operator has to do about it, as a sentence. */
export async function describeRefusal(response: Response, advice = ''): Promise<Error> {
  // JSON inside a JSON text has its quotes escaped.
  const body = (await response.text().catch(() => '')).slice(0, 20_000).replaceAll('\\"', '"');
  const reasons = listReasons(body);
  const sentence = [`The CRM answered ${response.status}${reasons && ` (${reasons})`}.`, advice]
    .filter(Boolean)
    .join(' ');
  const isLimited =
    response.status === 429 || response.status === 503 || reasons.split(', ').includes('REQUEST_LIMIT_EXCEEDED');
  return isLimited ? new RetryLater(sentence, readRetryAfter(response)) : new Error(sentence);
}
