/** Reads bodies into memory, up to a limit, so that nobody can fill the memory: those of requests, and of answers of other systems. */
import type { Context } from 'hono';
import { refuseForm } from './refusals.ts';

/** Bytes. The site's own short forms and reports are below a kilobyte. */
export const shortBody = 8 * 1024;

/** Reads the body as text. @returns null when it is longer than `limit` bytes; then its rest is not read. */
export async function readBoundedText(request: Request, limit: number): Promise<string | null> {
  const bytes = await readBoundedBytes(request, limit);
  return bytes && bytes.toString('utf8');
}

/** Reads the fields of a short form. @returns the error response (413 or 400) for any other body. */
export async function readShortForm(context: Context): Promise<FormData | Response> {
  const { req } = context;
  const bytes = await readBoundedBytes(req.raw, shortBody);
  if (!bytes) return refuseForm(context, 413);
  try {
    return await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': req.header('content-type') ?? '' },
    }).formData();
  } catch {
    return refuseForm(context, 400);
  }
}

/** Reads the body. @returns null when it is longer than `limit` bytes; then its rest is not read. */
export async function readBoundedBytes(message: Request | Response, limit: number): Promise<Buffer | null> {
  if (Number(message.headers.get('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message.body ?? []) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
