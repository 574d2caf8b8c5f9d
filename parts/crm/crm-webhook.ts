/** Delivers messages to the CRM: one signed POST for each message, with a key by which the receiver recognises a repetition. */
import { createHmac } from 'node:crypto';
import type { CrmMessage } from '../../accounts/outbox/crm-message.ts';

export interface CrmWebhook {
  url: string;
  secret: string;
}

/** Signs `{timestamp}.{body}` by HMAC-SHA256: the receiver can refuse old requests, and nobody without the secret can sign one. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** Delivers one message. @throws when the CRM does not answer with 2xx within ten seconds. */
export async function deliverToWebhook({ url, secret }: CrmWebhook, message: CrmMessage): Promise<void> {
  const body = JSON.stringify({
    id: message.id,
    event: message.event,
    createdAt: new Date(message.createdAt).toISOString(),
    data: message.data,
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(url, {
    method: 'POST',
    body,
    // A redirect would carry personal data to an address that nobody configured.
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.id,
      'x-brokerfront-event': message.event,
      'x-brokerfront-timestamp': timestamp,
      'x-brokerfront-signature': signBody(secret, timestamp, body),
      ...(message.requestId ? { 'x-request-id': message.requestId } : {}),
    },
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The CRM answered ${response.status}.`);
}
