import { expect, test } from 'vitest';
import { findExecutableMarkup } from './executable-markup.ts';

test.each([
  '<attack>',
  '<p><ATTACK x=1>',
  '<script type="application/ld+json">{"a":"</script><attack>"}</script>',
  '<svg onload=attack()>',
  '<img src=x onerror="attack()">',
  '<img src="a>b" alt=\'c>d\' onerror=attack()>',
  '<a class="x" href="javascript:attack()">',
  "<a href='JavaScript:attack()'>",
  '<a href="java&#x73;cript&colon;attack()">',
  '<a href=" java\nscript:attack()">',
  '<a href="vbscript:attack">',
  '<a href="data:text/html,attack">',
  '<form action="javascript:attack()">',
  '<button formaction=javascript:attack()>',
  '<iframe src="/x">',
  '<div srcdoc="x">',
  '<style>@import "//evil.example"</style>',
  '<p style="color:red">',
  '<base href="//evil.example">',
  '<object data="/x">',
  '<img/onerror=attack() src=x>',
  '<svg><a xlink:href="javascript:attack()">',
])('%s is executable markup', (html) => {
  expect(findExecutableMarkup(`<p>Some words.</p>${html}<p>More.</p>`)).toHaveLength(1);
});

test.each([
  '&lt;svg onload=attack()&gt;',
  '<title>Gold &lt;img src=x onerror=attack()&gt;</title>',
  '<meta name="description" content="Forex &lt;svg onload=attack()&gt; onerror=attack() <attack>">',
  '<a title="href=javascript:attack()" href="/forex">',
  'a < b and c > d onload=attack()',
  '<img alt="" src="data:image/png;base64,AAAA">',
  '<p>[x](javascript:attack())</p>',
  '<button data-on="x">',
  '<!-- nothing --></p>',
  '<script type="application/ld+json">{"a":"\\u003csvg onload=attack()>"}</script>',
])('%s is not executable markup', (html) => {
  expect(findExecutableMarkup(html)).toEqual([]);
});

const head = (inside: string) =>
  `<!doctype html><html><head><title>x</title>${inside}</head><body><p>x</p></body></html>`;

test('only the style in the head is accepted', () => {
  const own = '<style>@media (width<=600px){p{color:red}}</style>';
  expect(findExecutableMarkup(head(own))).toEqual([]);
  expect(findExecutableMarkup(head(own + own))).toHaveLength(1);
  expect(findExecutableMarkup(head(`${own}<attack>`))).toHaveLength(1);
  expect(findExecutableMarkup(head('') + own)).toHaveLength(1);
});
