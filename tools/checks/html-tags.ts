/** Reads the tags of a page as a browser does, for tools that follow its links, weigh it or search it for forbidden markup. */
import { Parser } from 'htmlparser2';

export interface HtmlTag {
  /** In lower case, as the names of attributes are. */
  name: string;
  /** Values are decoded. When an attribute occurs twice, the first one counts. */
  attributes: Record<string, string>;
  /** The text between this start tag and the next tag. */
  text: string;
  /** Where it begins in the page. */
  at: number;
}

/** Lists every start tag. Ignores text that only looks like a tag in comments, scripts and attributes. */
export function readTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      tags.push({ name, attributes, text: '', at: parser.startIndex });
    },
    ontext(text) {
      const last = tags.at(-1);
      if (last) last.text += text;
    },
  });
  parser.end(html);
  return tags;
}
