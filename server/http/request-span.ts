/** Records the span of a request that the page cache does not answer. The span has the address without its query, which may contain a token or a search. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTracing, traced } from '../../base/tracing.ts';

/** Calls `answer`. When tracing is on, it does so in a span that ends with the response. */
export function withRequestSpan(
  { method = '', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: () => void,
): void {
  if (!isTracing()) return answer();
  const [path = '/'] = url.split('?', 1);
  const attributes = { 'http.request.method': method, 'url.path': path.slice(0, 200), 'request.id': requestId };
  void traced(
    'request',
    attributes,
    async (note) => {
      const closed = once(response, 'close');
      answer();
      await closed;
      note({ 'http.response.status_code': response.statusCode });
    },
    headers,
  );
}
