/** A mail as its reader has it. */
import PostalMime from 'postal-mime';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The first address in the text that has a query: what the mail was sent for. */
  link: string;
  /** As it came over the wire, or lies in its file. */
  raw: string;
}

export async function readMail(raw: string): Promise<ReceivedMail> {
  const { to = [], subject = '', text = '', html = '' } = await PostalMime.parse(raw);
  return {
    to: to.map(({ address }) => address).join(', '),
    subject,
    text,
    html,
    link: /https?:\/\/\S+\?\S+/.exec(text)?.[0] ?? '',
    raw,
  };
}
