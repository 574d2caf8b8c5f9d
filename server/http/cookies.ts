/** Reads and writes the site's own cookies with Hono's functions, which percent-encode the values. */
import { parse, serialize } from 'hono/utils/cookie';

export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parse(header, name)[name];
}

interface CookieOptions {
  /** The public address is https: browsers then send the cookie over https only. */
  https: boolean;
  /** 0 removes the cookie. */
  maxAgeSeconds: number;
  /** False for a cookie that a script of the page reads. */
  httpOnly: boolean;
}

/** Builds the value of a `Set-Cookie` header. @throws for a name or a time that browsers refuse. */
export function buildSetCookie(name: string, value: string, { https, maxAgeSeconds, httpOnly }: CookieOptions): string {
  return serialize(name, value, { path: '/', maxAge: maxAgeSeconds, sameSite: 'Lax', secure: https, httpOnly });
}
