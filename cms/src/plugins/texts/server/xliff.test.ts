/** XLIFF 2: what is written can be read again, whatever stands in the texts. */
import { expect, test } from 'vitest';
import { readXliff, writeXliff, type Xliff } from './xliff.ts';

const file: Xliff = {
  source: 'en',
  target: 'es',
  files: [
    {
      original: 'api::page.page abc',
      name: 'Page “Forex & more”',
      units: [
        { path: 'blocks.0.heading', source: '{{count:forex}} pairs, from {{EURUSD.spread.prime}}', target: '' },
        {
          path: 'blocks.1.rows.0.1',
          source: '1 < 2 & "so" on',
          target: 'Desde {{EURUSD.spread.prime}}:\n\n- [más](/forex)',
        },
        { path: 'seo.title', source: '  spaces  and a \ttab ]]> <b>', target: '<source>' },
      ],
    },
    { original: 'api::faq.faq def', name: '', units: [] },
  ],
};

test('texts, placeholders and signs survive', () => {
  const written = writeXliff(file);
  expect(readXliff(written)).toEqual(file);
  expect(written).toContain('<ph id="1" equiv="{{count:forex}}"/> pairs');
  expect(written.split('\n').slice(1, 3)).toEqual([
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="es" xml:space="preserve">',
    '  <file id="f1" original="api::page.page abc">',
  ]);
});

test('segments of a unit are joined, also with what lies between them', () => {
  const unit =
    '<unit id="u1" name="title"><segment><source>One. </source><target>Uno. </target></segment><ignorable><source> </source></ignorable><segment><source>Two.</source><target><![CDATA[Dos & tres.]]></target></segment></unit>';
  const read = readXliff(
    `<xliff version="2.1" srcLang="en" trgLang="es"><file id="f1" original="a b">${unit}</file></xliff>`,
  );
  expect(read.files[0]?.units).toEqual([{ path: 'title', source: 'One.  Two.', target: 'Uno. Dos & tres.' }]);
});

test.each([
  ['', 'no XML'],
  ['no file', 'no XML'],
  ['<xliff version="2.0"><file>', 'no XML'],
  ['<xliff version="1.2"></xliff>', 'no XLIFF 2'],
  ['<html/>', 'no XLIFF 2'],
  ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><xliff version="2.0">&b;</xliff>', 'no XML'],
])('%s is refused', (text, reason) => {
  expect(() => readXliff(text)).toThrow(reason);
});
