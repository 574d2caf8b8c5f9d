/** Identifies a visitor: the trustworthy IP address, its network, and the site's own cookies. */
import { isIP } from 'node:net';
import type { FormCookie, FormCookies } from '../../site/page/form-action.ts';
import type { Visit } from '../../site/page/form-services.ts';
import { readCookie, buildSetCookie } from './cookies.ts';
import type { RequestContext } from './request-context.ts';

/** Converts an IP address to the network by which limits count: an IPv4 address itself, or the /64 of an IPv6 address (`2001:db8:1:2::/64`), which belongs to one visitor. */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]?.split('::', 2) ?? [];
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const full = [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'), ...rest];
  return `${full
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Finds the client's IP address: the last entry of the trusted header, which the proxy in front wrote (earlier ones may be forged), or else the address of the connection. */
export function findClientIp(headers: Pick<Headers, 'get'>, connection: string, trustedHeader: string): string {
  const value = trustedHeader && headers.get(trustedHeader);
  const last = value ? (value.split(',').at(-1)?.trim() ?? '') : '';
  return isIP(last) ? last : connection;
}

/** Finds the client's IP address for a request in Hono. An IPv4 address has no IPv6 prefix (`::ffff:`). */
export function findRequestIp({ req, env }: Pick<RequestContext, 'req' | 'env'>, trustedHeader: string): string {
  return findClientIp(req.raw.headers, env.incoming.socket.remoteAddress ?? '', trustedHeader).replace(/^::ffff:/, '');
}

/** Finds the network of the client (`toNetwork`). */
export function findNetwork(context: Pick<RequestContext, 'req' | 'env'>, trustedHeader: string): string {
  return toNetwork(findRequestIp(context, trustedHeader));
}

/** Describes the visitor to a page's action. Its `address` is the network, because limits count by it. */
export function describeVisit(context: Pick<RequestContext, 'req' | 'env'>, trustedHeader: string): Visit {
  const { req } = context;
  return {
    address: findNetwork(context, trustedHeader),
    userAgent: (req.header('user-agent') ?? '').slice(0, 300),
    cookie: req.header('cookie') ?? '',
  };
}

/** Builds the name of a cookie. Neither another host nor a page over http can set a `__Host-` cookie; so a site on local http cannot use the prefix. */
function buildCookieName(name: FormCookie, https: boolean): string {
  return https ? `__Host-${name}` : name;
}

export function hasCookie(header: string | undefined, names: readonly FormCookie[], https: boolean): boolean {
  return header !== undefined && names.some((name) => readCookie(header, buildCookieName(name, https)) !== undefined);
}

/** Creates access to the cookies of a form. @param setCookieHeaders receives the values of the answer's `Set-Cookie` headers. */
export function createFormCookies(header: string, https: boolean, setCookieHeaders: string[]): FormCookies {
  return {
    get: (name) => readCookie(header, buildCookieName(name, https)),
    set: (name, value, seconds) =>
      void setCookieHeaders.push(
        buildSetCookie(buildCookieName(name, https), value, { https, maxAgeSeconds: seconds, httpOnly: true }),
      ),
    append: (line) => void setCookieHeaders.push(line),
  };
}
