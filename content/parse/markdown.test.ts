import { describe, expect, test } from 'vitest';
import { plainText } from '../plain-text.ts';
import { createAnchors, renderInlineMarkdown, renderMarkdown } from './markdown.ts';

const html = (text: string) => renderMarkdown(text, 'en').html as string;

describe('R34: markdown', () => {
  test('is CommonMark with line breaks, HTML, tables and strikethrough', () => {
    expect(html('a\nb')).toBe('<p>a<br />\nb</p>');
    expect(html('<mark>x</mark> ~~y~~')).toBe('<p><mark>x</mark> <s>y</s></p>');
    expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain('<td class="align-end">2</td>');
    expect(html('|  | b |\n|---|---|\n| 1 | 2 |')).toContain('<thead>\n<tr>\n<td></td>\n<th scope="col">b</th>');
  });

  test('an e-mail address may break after its @ in texts and links; the address of the link and the plain text stay unchanged', () => {
    const text = html('Write to [desk@veldstone.example](mailto:desk@veldstone.example) or info@a.example, not @home');
    expect(text).toBe(
      '<p>Write to <a href="mailto:desk@veldstone.example"><span class="email">desk@<wbr>veldstone.example</span></a> or <span class="email">info@<wbr>a.example</span>, not @home</p>',
    );
    expect(plainText(text)).toBe('Write to desk@veldstone.example or info@a.example, not @home');
  });

  test('labels the cells of a table that is too wide for a phone with their columns', () => {
    const table = html('| Month | *Gain*, % | `x` |  | y |\n|---|--:|---|---|---|\n| 1 | +2 | 3 | 4 | 5 |');
    expect(table).toContain('<table class="stacked-table">');
    expect(table).toContain(
      '<td data-figure="Month">1</td>\n<td class="align-end" data-figure="Gain, %">+2</td>\n<td data-figure="x">3</td>\n<td>4</td>',
    );
    expect(html('| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |')).not.toMatch(/data-figure|stacked-table/);
  });

  test('gives headings anchors and lists the h2 headings', () => {
    expect(renderMarkdown('## Qué es\n### x\n## Qué es', 'es')).toMatchObject({
      html: '<h2 id="que-es">Qué es</h2>\n<h3 id="x">x</h3>\n<h2 id="que-es-2">Qué es</h2>',
      contents: [
        { id: 'que-es', text: 'Qué es' },
        { id: 'que-es-2', text: 'Qué es' },
      ],
    });
  });

  test('the sections and clauses of a legal document have their numbers as anchors, and a table that of its heading', () => {
    const text = '## 7. Costs\n\n7.4 The *spread*.\n\n7.4 Twice.\n\n2 lots.\n\n### More\n\n|a|b|\n|-|-|\n|1|2|';
    const { html: legal, contents } = renderMarkdown(text, 'en', { numbered: true });
    expect(contents).toEqual([{ id: '7', text: '7. Costs' }]);
    expect(legal).toContain('<h2 id="7">7. Costs</h2>');
    expect(legal).toContain(
      '<p id="7.4"><a href="#7.4">7.4</a> The <em>spread</em>.</p>\n<p>7.4 Twice.</p>\n<p>2 lots.</p>',
    );
    expect(legal).toContain('<div id="more-table" class="table-scroll"');
    expect(html(text)).toContain('<p>7.4 The <em>spread</em>.</p>');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](data:text/html,<script>)',
    '![x](data:image/svg+xml;base64,AA)',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="data:text/html;base64,AA">x</a>',
    '<img src="data:image/svg+xml,AA">',
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=password></form>',
    '<p style="position:fixed">x</p>',
    '<a href="//evil.example">x</a>',
    '<base href="https://evil.example">',
    '<object data="x"></object>',
    '<p onclick="x">y</p>',
  ])('leaves nothing dangerous of %s', (text) => {
    expect(html(text)).not.toMatch(
      /<[^>]*(?:javascript:|vbscript:|file:|data:(?:text|image\/svg)|onerror|onload|onclick|style=|<script|<iframe|<form|<input|<svg|<object|<base|href="\/\/)/i,
    );
    expect(html(text)).not.toMatch(/<(?:script|iframe|form|input|svg|object|base)/i);
  });

  test.each(['gif', 'png', 'jpeg', 'webp'])('keeps data images of type %s', (type) => {
    expect(html(`![x](data:image/${type};base64,AA)`)).toContain(`src="data:image/${type};base64,AA"`);
  });

  test('a single line becomes no paragraph or other block', () => {
    expect(renderInlineMarkdown('**a** [b](/c) <div>d</div>', 'en')).toBe('<strong>a</strong> <a href="/c">b</a> d');
  });
});

test('anchors are unique within one document', () => {
  const anchor = createAnchors();
  expect([anchor('A b!'), anchor('a B'), anchor('…')]).toEqual(['a-b', 'a-b-2', 'section']);
});

test('plain text keeps the words and loses the tags', () => {
  expect(plainText('<p>a &amp; <b>b</b>\n&lt;c&gt;</p>')).toBe('a & b <c>');
  expect(plainText('<p>50&nbsp;% in <a href="/costs">costs</a>.</p><p>Next</p>')).toBe('50\u00a0% in costs. Next');
});

test('the anchor of a heading has no figures', () => {
  const rendered = renderMarkdown('## {{count:forex}} pairs, from {{EURUSD.spread.prime}}', 'en');
  expect(rendered.contents).toEqual([
    { id: 'pairs-from', text: '{{count:forex}} pairs, from {{EURUSD.spread.prime}}' },
  ]);
  expect(rendered.html).toBe('<h2 id="pairs-from">{{count:forex}} pairs, from {{EURUSD.spread.prime}}</h2>');
});
