/**
 * An SVG may contain scripts. The site shows media as images, where scripts never run; these headers keep them from
 * running when somebody opens the file's own address, which has the same origin as the panel.
 */
interface Context {
  path: string;
  set(name: string, value: string): void;
}

export default () => async (ctx: Context, next: () => Promise<void>) => {
  await next();
  if (!ctx.path.startsWith('/uploads/')) return;
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
  ctx.set('X-Content-Type-Options', 'nosniff');
};
