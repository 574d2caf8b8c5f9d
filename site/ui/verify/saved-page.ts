/** Reads a file that a browser saved: the HTML of a page, or a whole page as MHTML. Finds the addresses under which it was seen. Runs in browser and server. */

export interface SavedPage {
  html: string;
  /** Where the browser that saved it says that it was. */
  location: string | null;
}

/** Bytes in which a browser names the encoding of a page. */
const headBytes = 4096;

function decodeBytes(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function findEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return 'utf-8';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes));
  return /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1] ?? 'utf-8';
}

function toBytes(latin1: string): Uint8Array {
  return Uint8Array.from(latin1, (character) => character.charCodeAt(0) & 0xff);
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decodeBase64(text: string): string {
  try {
    return atob(text.replace(/[^A-Za-z\d+/=]/g, ''));
  } catch {
    return '';
  }
}

interface MailPart {
  headers: ReadonlyMap<string, string>;
  body: string;
}

function readPart(text: string): MailPart {
  const headers = new Map<string, string>();
  const gap = /\r?\n\r?\n/.exec(text);
  const head = (gap ? text.slice(0, gap.index) : text).replace(/\r?\n[ \t]+/g, ' ');
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: gap ? text.slice(gap.index + gap[0].length) : '' };
}

/** @returns the page in an MHTML file (RFC 2557); null for any other file. */
function readMhtml(latin1: string): SavedPage | null {
  if (!/^[\s]{0,20}(?:From|MIME-Version|Snapshot-Content-Location|Subject|Date|Content-Type):/i.test(latin1))
    return null;
  const whole = readPart(latin1);
  const boundary = /boundary="?([^";]{1,100})"?/i.exec(whole.headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? whole.body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : [whole];
  const page = parts.find(({ headers }) => /^text\/html\b/i.test(headers.get('content-type') ?? ''));
  if (!page) return null;
  const encoding = page.headers.get('content-transfer-encoding')?.toLowerCase() ?? '';
  const body =
    encoding === 'quoted-printable'
      ? decodeQuotedPrintable(page.body)
      : encoding === 'base64'
        ? decodeBase64(page.body)
        : page.body;
  const bytes = toBytes(body);
  const charset = /charset="?([\w-]{1,40})/i.exec(page.headers.get('content-type') ?? '')?.[1];
  const location = whole.headers.get('snapshot-content-location') ?? page.headers.get('content-location') ?? null;
  return { html: decodeBytes(bytes, charset ?? findEncoding(bytes)), location };
}

/** Chromium and Edge write it into a page that is saved with its pictures: `<!-- saved from url=(0027)https://broker.example/es -->`. */
const savedFrom = /<!-- saved from url=\(\d{1,6}\)(\S{1,2000}) -->/;

/** @returns null when the file holds no HTML. */
export function readSavedPage(bytes: Uint8Array): SavedPage | null {
  const mhtml = readMhtml(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)).trimStart().startsWith('<') ? '' : decodeLatin1(bytes),
  );
  if (mhtml) return mhtml;
  const html = decodeBytes(bytes, findEncoding(bytes));
  if (!/<(?:!doctype html|html|head|body|main|p|div)\b/i.test(html.slice(0, 20_000))) return null;
  return { html, location: savedFrom.exec(html.slice(0, headBytes))?.[1] ?? null };
}

/** `TextDecoder('latin1')` is windows-1252, which changes some bytes. */
function decodeLatin1(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let from = 0; from < bytes.length; from += 8192)
    chunks.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
  return chunks.join('');
}
