import { expect, test } from 'vitest';
import { logStale } from './stale-pages-log.ts';

function lines(tags: string[], pages: string[]): unknown[] {
  const logLines: unknown[] = [];
  const write = (level: string) => (said: unknown, message?: string) => void logLines.push([level, said, message]);
  const log = { info: write('info'), debug: write('debug') } as unknown as Parameters<typeof logStale>[0];
  logStale(log, new Set(tags), new Set(pages), 'hint');
  return logLines;
}

test('a change that affects cached pages is logged with its cause, its tags and the pages, without search texts', () => {
  expect(lines(['doc:page:forex:en'], ['/forex', '/search?q=secret', '/search?q=other'])).toEqual([
    [
      'info',
      { cause: 'hint', tags: ['doc:page:forex:en'], of: 1, pages: 3, paths: ['/forex', '/search'] },
      'pages are stale',
    ],
  ]);
});

test('the log line names at most twenty pages; a change without pages is logged at debug level, and an empty change not at all', () => {
  const many = Array.from({ length: 50 }, (_, index) => `/${index}`);
  const [[level, said]] = lines(many, many) as [
    [string, { tags: string[]; of: number; pages: number; paths: string[] }],
  ];
  expect([level, said.tags.length, said.of, said.pages, said.paths.length]).toEqual(['info', 20, 50, 50, 20]);
  expect(lines(['doc:page:forex:en'], [])).toEqual([
    ['debug', expect.objectContaining({ cause: 'hint', pages: 0 }), 'changed, and no page in the cache shows it'],
  ]);
  expect(lines([], [])).toEqual([]);
});
