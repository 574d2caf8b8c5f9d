import { expect, test } from 'vitest';
import { buildMediaUrl } from './media-url.ts';

test.each([
  [null, ''],
  [undefined, ''],
  [{ url: '' }, ''],
  [{ url: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
  [{ url: 'http://cdn.example/a.png' }, 'http://cdn.example/a.png'],
  [{ url: '/uploads/a.png' }, 'https://cms.example/uploads/a.png'],
  [{ attributes: { url: '/uploads/a.png' } }, 'https://cms.example/uploads/a.png'],
  [{ data: { attributes: { url: '/uploads/a.png' } } }, 'https://cms.example/uploads/a.png'],
  [{ data: { attributes: { url: 'https://cdn.example/a.png' } } }, 'https://cdn.example/a.png'],
  [{ data: null }, ''],
  [{ attributes: null }, ''],
  [{ data: { attributes: { url: null } } }, ''],
])('R32: the address of %o is %s', (media, address) => {
  expect(buildMediaUrl(media, 'https://cms.example')).toBe(address);
});
