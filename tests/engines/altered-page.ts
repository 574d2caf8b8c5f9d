/** Changes one word of a saved page, found with another parser than the site's own. */
import { Parser } from 'htmlparser2';

/** What visitors do not see, and what scripts add. */
const unseen = new Set(['script', 'style', 'noscript', 'template', 'head', 'textarea', 'iframe', 'datalist']);
const clockNames = new Set(['market-hours', 'market-week']);

interface Place {
  start: number;
  end: number;
  word: string;
  /** In a part that shows the visitor's clock. */
  onClock: boolean;
}

function listWords(html: string): Place[] {
  const places: Place[] = [];
  /** For each open element whether it is seen and whether it shows a clock. */
  const open: { name: string; seen: boolean; onClock: boolean }[] = [];
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = open.at(-1) ?? { seen: true, onClock: false };
        const seen =
          around.seen && !unseen.has(name) && attributes['id'] !== 'cc-main' && attributes['role'] !== 'dialog';
        const onClock =
          around.onClock ||
          'data-clock' in attributes ||
          'data-zone-name' in attributes ||
          clockNames.has(attributes['data-name'] ?? '');
        open.push({ name, seen, onClock });
      },
      onclosetag() {
        open.pop();
      },
      ontext(text) {
        const around = open.at(-1);
        if (!around?.seen || html.slice(parser.startIndex, parser.endIndex + 1) !== text) return;
        for (const { 0: word, index } of text.matchAll(/[\p{L}\d]{2,}/gu)) {
          const start = parser.startIndex + index;
          // A time on the visitor's clock is not compared.
          if (!around.onClock || /^\p{L}{3,}$/u.test(word))
            places.push({ start, end: start + word.length, word, onClock: around.onClock });
        }
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return places;
}

/** @param random returns a number below its argument. @returns the page with one other word, and what was changed. */
export function alterOneWord(html: string, random: (below: number) => number): { html: string; change: string } {
  const places = listWords(html);
  const place = places[random(places.length)];
  if (!place) throw new Error('The page has no words.');
  const other = places[random(places.length)]?.word ?? '';
  const by = place.onClock || other === place.word ? 'garantizado' : other;
  return { html: html.slice(0, place.start) + by + html.slice(place.end), change: `${place.word} → ${by}` };
}

const part = /^Content-Type: text\/html\r\n[\s\S]*?\r\n\r\n([\s\S]*?)\r\n------Multipart/m;

/** Changes the HTML in an MHTML file of Chromium. */
export function editMhtml(mhtml: string, edit: (html: string) => string): string {
  const [whole = '', body = ''] = part.exec(mhtml) ?? [];
  const latin = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const bytes = Buffer.from(edit(Buffer.from(latin, 'latin1').toString()));
  let line = '';
  let coded = '';
  for (const byte of bytes) {
    const isPlain = byte >= 32 && byte <= 126 && byte !== 61;
    const next = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (line.length + next.length > 75) {
      coded += `${line}=\r\n`;
      line = '';
    }
    line += next;
  }
  return mhtml.replace(whole, () => whole.replace(body, () => coded + line));
}
