/** XLIFF 2 (OASIS, core): the file in which translation agencies get texts and give them back. Placeholders such as `{{count:forex}}` are protected. */
import { SaxesParser } from 'saxes';
import { describeError } from '../../../setup/describe-error';

export interface XliffUnit {
  /** Where the text stands in its document: `blocks.2.heading`. */
  path: string;
  source: string;
  /** Empty when it is not translated. */
  target: string;
}

export interface XliffFile {
  /** `api::page.page documentId` */
  original: string;
  /** For a translator: `Page “Forex”`. */
  name: string;
  units: XliffUnit[];
}

export interface Xliff {
  source: string;
  target: string;
  files: XliffFile[];
}

const namespace = 'urn:oasis:names:tc:xliff:document:2.0';
const placeholder = /\{\{[^{}]*\}\}/g;
const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML has no such characters.
const escapeXml = (text: string) =>
  text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F]/g, '').replace(/[&<>"]/g, (sign) => special[sign] ?? sign);

/** Writes texts with each placeholder as an element that a translation tool moves but does not change. */
export function writeXliff({ source, target, files }: Xliff): string {
  const written = files.map(({ original, name, units }, index) => {
    const rows = units.map((unit, at) => {
      const translated = unit.target ? `<target>${writeText(unit.target)}</target>` : '';
      const state = unit.target ? 'translated' : 'initial';
      return `   <unit id="u${at + 1}" name="${escapeXml(unit.path)}"><segment state="${state}"><source>${writeText(unit.source)}</source>${translated}</segment></unit>`;
    });
    const about = `   <notes><note>${escapeXml(name)}</note></notes>`;
    return [`  <file id="f${index + 1}" original="${escapeXml(original)}">`, about, ...rows, '  </file>'].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${namespace}" version="2.0" srcLang="${source}" trgLang="${target}" xml:space="preserve">`,
    ...written,
    '</xliff>',
    '',
  ].join('\n');
}

function writeText(text: string): string {
  const names = text.match(placeholder) ?? [];
  return text
    .split(placeholder)
    .map((part, at) => {
      const name = names[at];
      return escapeXml(part) + (name ? `<ph id="${at + 1}" equiv="${escapeXml(name)}"/>` : '');
    })
    .join('');
}

/** @throws an Error with a sentence for people when the text is no XLIFF 2. Several segments of a unit are joined. */
export function readXliff(text: string): Xliff {
  const parser = new SaxesParser();
  const read: Xliff = { source: '', target: '', files: [] };
  let reads: 'source' | 'target' | 'note' | null = null;
  let isXliff = false;
  const lastFile = () => read.files.at(-1);
  const add = (words: string) => {
    const unit = lastFile()?.units.at(-1);
    if (reads === 'note' && lastFile() && !unit) (lastFile() as XliffFile).name += words;
    else if (unit && (reads === 'source' || reads === 'target')) unit[reads] += words;
  };
  parser.on('opentag', ({ name, attributes }) => {
    const value = (attribute: string) => String(attributes[attribute] ?? '');
    if (name === 'xliff') {
      isXliff = value('version').startsWith('2');
      Object.assign(read, { source: value('srcLang'), target: value('trgLang') });
    } else if (name === 'file') read.files.push({ original: value('original'), name: '', units: [] });
    else if (name === 'unit') lastFile()?.units.push({ path: value('name'), source: '', target: '' });
    else if (name === 'ph') add(value('equiv'));
    else if (name === 'source' || name === 'target' || name === 'note') reads = name;
  });
  parser.on('closetag', ({ name }) => {
    if (name === reads) reads = null;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  let fault = '';
  parser.on('error', ({ message }) => (fault ||= message));
  try {
    parser.write(text).close();
  } catch (error) {
    fault ||= describeError(error);
  }
  if (fault) throw new Error(`The file is no XML that can be read (${fault}).`);
  if (!isXliff) throw new Error('The file is no XLIFF 2.');
  return read;
}

/** The placeholders of a text in the order of the alphabet, to compare those of two texts. */
export function listPlaceholders(text: string): string[] {
  return (text.match(placeholder) ?? []).sort();
}
