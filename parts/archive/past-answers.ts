/** Answers with what an address answered at a past moment. */
import type { PastAnswers } from '../../server/part.ts';
import type { SiteArchive } from './site-archive.ts';

export function readPastAnswers({ reader }: Pick<SiteArchive, 'reader'>): PastAnswers {
  return {
    async read(address, moment) {
      const open = await reader();
      const entry = await open.findAt(address, moment);
      if (!entry) return { kind: 'unknown' };
      const { at: from, until } = entry;
      if (entry.kind === 'page') {
        const bytes = await open.readBytes(entry);
        return bytes ? { kind: 'page', html: bytes.toString('utf8'), from, until } : { kind: 'removed', from, until };
      }
      if (entry.kind !== 'redirect') return { kind: 'gone', from, until };
      const { text } = await open.readText(entry);
      return text === null ? { kind: 'removed', from, until } : { kind: 'redirect', to: text };
    },
    async readFile(address) {
      const open = await reader();
      const entry = await open.findAt(address, Date.now());
      return entry?.kind === 'file' ? open.readBytes(entry) : null;
    },
  };
}
