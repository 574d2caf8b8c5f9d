/**
 * Renders the HTML of a mail, in both colour schemes. The CSS is simple and in one style element, because mail programs support little else; its
 * colours repeat `site/styles/tokens.css`. React escapes every value.
 */
import { type Locale, languageAttributes } from '../../content/locales.ts';

export interface MailText {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: string;
  textsBelowButton: string[];
}

export interface LetterProps extends MailText {
  locale: Locale;
  siteName: string;
  siteUrl: string;
  link?: string;
  facts?: [name: string, value: string][];
}

const styles = `
  body { margin: 0; background: #fbfaf6; color: #14211b; font: 16px/1.6 'Instrument Sans', Helvetica, Arial, sans-serif; }
  .sheet { max-width: 34rem; margin: 0 auto; padding: 40px 24px; }
  h1 { font-size: 24px; line-height: 1.25; margin: 24px 0 16px; } p { margin: 0 0 16px; }
  .brand { font-weight: 700; letter-spacing: -0.01em; } .small { color: #54605a; font-size: 14px; }
  .button { display: inline-block; padding: 14px 22px; border-radius: 6px; background: #1f5c43; color: #fbfaf6 !important; font-weight: 600; text-decoration: none; }
  td { padding: 6px 16px 6px 0; vertical-align: top; } td + td { white-space: pre-wrap; } .rule { border-top: 1px solid #d5d8d2; margin: 24px 0 16px; }
  a { color: #1f5c43; word-break: break-all; }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1613; color: #eeece3; } .small { color: #a3afa8; } .button { background: #86c7a4; color: #0e1613 !important; } .rule { border-color: #35423b; } a { color: #86c7a4; }
  }`;

export function Letter({
  locale,
  siteName,
  siteUrl,
  heading,
  subject,
  paragraphs,
  button,
  link,
  textsBelowButton,
  facts,
}: LetterProps) {
  const { lang, dir } = languageAttributes(locale);
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        {/* `dir` again, because some mail programs show only the body. */}
        <div className="sheet" dir={dir}>
          <div className="brand">{siteName}</div>
          <h1>{heading}</h1>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {facts && facts.length > 0 && (
            <table role="presentation">
              <tbody>
                {facts.map(([name, value]) => (
                  <tr key={name}>
                    <td className="small">{name}</td>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {link && button && (
            <>
              <p>
                <a className="button" href={link}>
                  {button}
                </a>
              </p>
              <p className="small">
                <a href={link}>{link}</a>
              </p>
            </>
          )}
          {textsBelowButton.map((text) => (
            <p key={text} className="small">
              {text}
            </p>
          ))}
          <div className="rule" />
          <p className="small">
            <a href={siteUrl}>{siteUrl.replace(/^https?:\/\//, '')}</a>
          </p>
        </div>
      </body>
    </html>
  );
}
