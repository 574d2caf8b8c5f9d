/** The visitor's address: from the header that a trusted proxy overwrites, or from the connection itself. Never from a header that nobody named. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

export function clientIp(context: Context<{ Bindings: HttpBindings }>, header: string): string {
  const named = header ? context.req.header(header)?.split(',').at(-1)?.trim() : undefined;
  return (named ?? context.env.incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}
