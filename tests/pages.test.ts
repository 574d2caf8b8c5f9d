import { expect, inject, test } from 'vitest';

test('the home page answers in every variant', async () => {
  for (const [path, lang] of [['/', 'en'], ['/en', 'en'], ['/es', 'es'], ['/it', 'it']] as const) {
    const response = await fetch(`${inject('siteUrl')}${path}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<html lang="${lang}"`);
  }
});
