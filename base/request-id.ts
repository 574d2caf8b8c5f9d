/**
 * The id of the request that is being answered, so that support can follow a visitor's case: from the proxy's log to ours, to the row of a
 * submission, to its mail. Outside of a request there is no id. This file is in `accounts/` because the outbox stores the id.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Matches the ids that proxies generate (hexadecimal, UUID), without characters that could break a log line, a header or a page. */
const idPattern = /^[\w.:-]{8,64}$/;

/** Chooses the id of a request. @param header the value of `X-Request-Id`. @returns it, or a new id of 16 characters when it is missing or invalid. */
export function chooseRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && idPattern.test(header) ? header : randomBytes(8).toString('hex');
}

/** Returns the id, or null outside of a request. */
export const currentRequestId = (): string | null => current.getStore() ?? null;

/** Runs `action`, and everything that it starts, under this id. */
export function withRequestId<Result>(id: string | null, action: () => Result): Result {
  return id === null ? action() : current.run(id, action);
}
