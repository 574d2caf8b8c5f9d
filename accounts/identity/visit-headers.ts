/** Builds the request headers that the session library reads. */
import type { Visit } from '../../site/page/form-services.ts';
import { addressHeader } from './auth.ts';

/** Builds the headers from scratch, so that nothing in the visitor's own headers can pass for the trusted address. */
export function buildHeaders({ address, userAgent, cookie }: Visit): Headers {
  return new Headers({ [addressHeader]: address, 'user-agent': userAgent.slice(0, 300), cookie });
}
