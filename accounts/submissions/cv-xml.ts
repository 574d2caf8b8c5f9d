/** Reads XML as the standard says; whatever is not well-formed is an error. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

interface XmlEvents {
  element?: (element: SaxesTagNS) => void;
  elementEnd?: (element: SaxesTagNS) => void;
  /** Of `CDATA` too; a text with a comment in it comes in two pieces. */
  text?: (text: string) => void;
  instruction?: () => void;
}

/** @throws for what is not well-formed, another encoding than UTF-8, and a document type, which could define entities. */
export function readXml(bytes: Buffer, { element, elementEnd, text, instruction }: XmlEvents): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('It has a document type.');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new Error('It has another encoding.');
  });
  if (element) parser.on('opentag', element);
  if (elementEnd) parser.on('closetag', elementEnd);
  if (instruction) parser.on('processinginstruction', instruction);
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
}
