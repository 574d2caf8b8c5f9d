/** Asks the site's archive (`parts/archive/archive-api.ts`) for the panel's page “What stood there”. The site answers who knows the shared secret. */
import { createHmac } from 'node:crypto';
import { siteUrl, siteWebhookUrl } from '../../../setup/environment';

/** Why there is no answer; the panel has a sentence for each. */
export type ArchiveProblem = 'off' | 'address' | 'many' | 'away';

/** Milliseconds; a period of many addresses takes the longest. */
const patience = 25_000;
const linkLifetimeSeconds = 300;
const problems: Record<number, ArchiveProblem> = { 400: 'address', 404: 'off', 413: 'many' };

export async function askArchive<Answer>(
  question: string,
  parameters: Record<string, string>,
): Promise<Answer | { problem: ArchiveProblem }> {
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  if (!secret) return { problem: 'off' };
  try {
    const address = new URL(`/api/archive/${question}?${new URLSearchParams(parameters)}`, siteWebhookUrl);
    const response = await fetch(address, {
      headers: { 'x-webhook-secret': secret },
      signal: AbortSignal.timeout(patience),
    });
    return response.ok ? ((await response.json()) as Answer) : { problem: problems[response.status] ?? 'away' };
  } catch {
    return { problem: 'away' };
  }
}

/** Where the browser downloads the ZIP of a period. `parts/archive/export-link.ts` checks the signature. */
export async function linkExport(period: {
  address: string;
  from: string;
  until: string;
}): Promise<{ url: string; pages: number } | { problem: ArchiveProblem }> {
  const extent = await askArchive<{ pages: number }>('extent', period);
  if ('problem' in extent) return extent;
  const { address, from, until } = period;
  const expires = String(Math.floor(Date.now() / 1000) + linkLifetimeSeconds);
  const query = new URLSearchParams({ address, from, until, expires });
  const secret = process.env.STRAPI_WEBHOOK_SECRET ?? '';
  query.set('signature', createHmac('sha256', secret).update(`archive export ${query}`).digest('hex'));
  return { ...extent, url: `${siteUrl}/api/archive/export?${query}` };
}
