/**
 * The id of the request that is being answered, so that support can follow a visitor's case: from the proxy's log to ours, to the row of a
 * submission, to its mail. Outside of a request there is no id. This file is in `accounts/` because the outbox stores the id.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Accepts the ids that proxies generate (hexadecimal, UUID), without characters that could break a log line, a header or a page. */
const acceptable = /^[\w.:-]{8,64}$/;

/** @param given the header `X-Request-Id`. @returns it, or a new id of 16 characters when it is missing or invalid. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === 'string' && acceptable.test(given) ? given : randomBytes(8).toString('hex');
}

/** Null outside of a request. */
export const currentRequestId = (): string | null => current.getStore() ?? null;

/** Runs `action`, and everything that it starts, under this id. */
export function withRequestId<Result>(id: string | null, action: () => Result): Result {
  return id === null ? action() : current.run(id, action);
}
