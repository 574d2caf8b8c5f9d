/** What editors paste becomes Markdown of what the site shows. */
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { readPasted, writeAddress, type PastedNode } from './markdown-paste.ts';

const parse = (html: string) => parseDocument(html) as unknown as PastedNode;
const paste = (html: string, text = '') => readPasted(html, text, parse);

const excel = `<html><head><style>td{mso-number-format:General}</style></head><body><!--StartFragment--><table border=0>
 <col width=64><tr height=20><td class=xl65>Account</td><td>From</td><td>Leverage | most</td></tr>
 <tr><td>Prime</td><td align=right>0.6</td><td>1:500</td></tr><tr><td>Master&nbsp;</td><td>−1 200,5</td><td></td></tr>
 <tr><td></td><td></td><td></td></tr></table><!--EndFragment--></body></html>`;
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><title>x</title><style>p.MsoNormal{}</style></head><body lang=EN-GB>
<h1>Costs<o:p></o:p></h1>
<p class=MsoNormal>A <b>spr</b><b>ead</b> is <i>never </i>zero: see
<a href="https://a.example/x(1)">the <b>table</b></a>, not <a href="file:///C:/x">this</a>.<o:p></o:p></p>
<h2>Lists</h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>One</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o </span>Inside</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>· </span>Two</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span> </span></span>First</p>
<p class=MsoNormal>&nbsp;</p>
<p class=MsoNormal>7. Costs are not a list,<br>and 5 * 3 is no emphasis.</p></body></html>`;
const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Title</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal">Plain </span><span style="font-weight:700">bold</span><span style="font-style:italic;font-weight:400"> italic.</span></p><ol><li dir="ltr"><p><span style="font-weight:400">One</span></p></li><ul><li><p>Inside</p></li></ul><li><p>Two</p></li></ol></b>`;

test.each<[string, string, string]>([
  [
    'a range of Excel',
    excel,
    '| Account | From | Leverage \\| most |\n|---|---:|---|\n| Prime | 0.6 | 1:500 |\n| Master | −1 200,5 |  |',
  ],
  ['one cell', '<table><tr><td>1:400</td></tr></table>', '1:400'],
  [
    'cells over two rows and columns',
    '<table><tr><td rowspan=2>a</td><td colspan=2>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    '| a | b |  |\n|---|---|---|\n|  | c | d |',
  ],
  [
    'marks in a cell',
    '<table><tr><th>a</th></tr><tr><td><p><b>x</b></p><p>y</p></td></tr></table>',
    '| a |\n|---|\n| **x** y |',
  ],
  [
    'a text of Word',
    word,
    '## Costs\n\nA **spread** is *never* zero: see [the **table**](https://a.example/x%281%29), not this.\n\n### Lists\n\n- One\n   - Inside\n- Two\n1. First\n\n7\\. Costs are not a list,\nand 5 \\* 3 is no emphasis.',
  ],
  ['a text of Google Docs', docs, '## Title\n\nPlain **bold** *italic.*\n\n1. One\n   - Inside\n2. Two'],
  ['headings below the second level stay', '<h3>a</h3><h6>b</h6>', '### a\n\n#### b'],
  [
    'an item with two paragraphs',
    '<ul><li><p>a</p><p>b</p></li><li>c<ol start=3><li>d</li></ol></li></ul>',
    '- a\n\n  b\n- c\n  3. d',
  ],
  ['words that touch a mark', '<b>Note:</b>text, <i>a</i>b', '**Note**:text, *a*b'],
  [
    'what would be Markdown',
    '<p># no heading</p><p>- no item</p><p>snake_case _x_ &lt;b&gt; ~~ `',
    '\\# no heading\n\n\\- no item\n\nsnake_case \\_x\\_ \\<b> \\~~ \\`',
  ],
  [
    'placeholders',
    '<p>From [[name]], {{-7 * EURUSD.swapLong as USD}}</p>',
    'From [[name]], {{-7 * EURUSD.swapLong as USD}}',
  ],
  [
    'a quotation, a rule and code',
    '<blockquote><p>a</p><p>b</p></blockquote><hr><pre>x\n  y\n</pre><p>use <code>z</code></p>',
    '> a\n>\n> b\n\n---\n\n```\nx\n  y\n```\n\nuse `z`',
  ],
  [
    'an address of ours and a mail',
    '<a href="/forex">a</a> <a href="mailto:a@b.example">b</a> <a href="javascript:x">c</a>',
    '[a](/forex) [b](mailto:a@b.example) c',
  ],
  [
    'nothing that runs',
    '<script>x</script><img src=x onerror=y><p onclick=z>words</p><iframe src=x></iframe>',
    'words',
  ],
])('%s', (_, html, markdown) => {
  expect(paste(html)).toBe(markdown);
});

test.each<[string, string, string | null]>([
  [
    'rows with tabs',
    'a\tb\r\n1\t"two\nlines ""x"""\r\n',
    '| a | b |\n|---:|---|\n| 1 | two lines "x" |'.replace('|---:|---|', '|---:|---|'),
  ],
  ['a corner without words', '\tPrime\nEURUSD\t0.6', '|  | Prime |\n|---|---:|\n| EURUSD | 0.6 |'],
  ['lines that are indented', '\ta\n\tb', null],
  ['one row', 'a\tb', null],
  ['words', 'a "b" c\n\nd', null],
  ['rows of different lengths', 'a\tb\nc', null],
])('text: %s', (_, text, markdown) => {
  expect(paste('', text)).toBe(markdown);
});

test.each([
  ['## Heading\ntext', '<div style="font-family: Menlo, monospace"><b>## Heading</b></div>'],
  ['see [x](/forex)', '<p>see <b>[x](/forex)</b></p>'],
  ['a | b\nc', '<div style="color:#fff;font-family:Consolas, monospace"><div>a | b</div></div>'],
])('Markdown and code stay as they are: %j', (text, html) => {
  expect(paste(html, text)).toBeNull();
});

test.each([
  ['https://a.example/a b', 'https://a.example/a%20b'],
  ['/forex', '/forex'],
  ['//evil.example', ''],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['forex', ''],
])('the address %s', (address, written) => {
  expect(writeAddress(address)).toBe(written);
});
