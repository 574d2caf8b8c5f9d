import { expect, test } from 'vitest';
import { parseCsv, withDecimalComma, writeCsv } from './csv.ts';

const parseCells = (text: string) => parseCsv(text).rows.map(({ cells }) => cells);

test.each([
  ['commas', 'a,b\n1,2\n', ','],
  ['semicolons, as a Spanish spreadsheet saves', 'a;b\n1,5;2\n', ';'],
  ['tabs', 'a\tb\n1\t2', '\t'],
  ['Windows line breaks and a byte order mark', '\uFEFFa,b\r\n1,2\r\n', ','],
])('the parser reads %s', (_, text, separator) => {
  expect(parseCsv(text).separator).toBe(separator);
  expect(parseCells(text)[0]).toEqual(['a', 'b']);
  expect(parseCells(text)).toHaveLength(2);
});

test('a quoted cell may contain separators, line breaks and quotation marks', () => {
  expect(parseCells('a,b\n"1, ""one""\nand more",2')).toEqual([
    ['a', 'b'],
    ['1, "one"\nand more', '2'],
  ]);
});

test('row numbers are those of a spreadsheet, which counts empty rows', () => {
  expect(parseCsv('a,b\n\n,\n1,"x\ny"\n3,4').rows.map(({ row }) => row)).toEqual([1, 4, 5]);
});

test('the error names the place of an unclosed quotation mark, and of text after a closed one', () => {
  expect(parseCsv('a,b\n1,"2\n3,4').unclosed).toBe(2);
  expect(parseCsv('a,b\n"1"x,2').misquoted).toEqual([2]);
});

test('spreadsheets with a decimal comma read what is written for them as cells and numbers', () => {
  expect(withDecimalComma('a,b,c\n-6.8,"x, y",0.00001\n1.2.3,v1.5,12\n')).toBe(
    'a;b;c\n-6,8;x, y;0,00001\n1.2.3;v1.5;12\n',
  );
});

test('an empty text has no rows', () => {
  expect(parseCsv('').rows).toEqual([]);
});

test.each([
  [[['a', 'b,c', 'd"e', 'f\ng', '']]],
  [
    [
      ['ñ', '€'],
      ['−6,8', ' x '],
    ],
  ],
])('the parser reads back the written rows: %j', (rows) => {
  expect(parseCells(writeCsv([['1', '2', '3', '4', '5'].slice(0, rows[0]?.length), ...rows])).slice(1)).toEqual(rows);
});
