/** A mail as its recipient reads it. */
import PostalMime from 'postal-mime';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The first address in the text that has a query: the link that the mail was sent for. */
  link: string;
  /** The source of the mail, from the wire or from a file. */
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
