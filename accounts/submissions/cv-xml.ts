/** Reads XML strictly: any part that is not well-formed is an error. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

interface XmlEvents {
  element?: (element: SaxesTagNS) => void;
  elementEnd?: (element: SaxesTagNS) => void;
  /** Called with `CDATA` too, and twice for a text with a comment in it. */
  text?: (text: string) => void;
  instruction?: () => void;
}

/** Calls the functions for the parts of a document. @throws for XML that is not well-formed or not in UTF-8, and for a document type, which could define entities. */
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
