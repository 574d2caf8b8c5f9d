/** Everything in `<head>` that describes the page: title, description, canonical, hreflang, cards, structured data (R33). */
import type { Head } from '../page/page-module.ts';
import type { Seo } from '../../content/model.ts';
import { type Locale, defaultLocale, localeRecords, locales } from '../../content/locales.ts';
import { localePath } from '../i18n/locale-path.ts';
import { sharePictureSize } from '../page/share-picture.ts';
import { useCurrentPage } from '../ui/current-page.tsx';

interface Props {
  head: Head;
  siteName: string;
  defaultSeo: Seo | null;
  /** The site's public origin, without a slash at the end. */
  origin: string;
  /** The path of the page's drawn picture; null for a page that nobody would share. */
  drawn: string | null;
}

/** Makes an address absolute, for use outside the page; images of the content service are absolute already. */
function toAbsolute(origin: string, url: string): string {
  return url.startsWith('http') ? url : `${origin}${url}`;
}

/** Escapes `<`, because `</script>` in a value would end the script element. */
function formatJsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

/** Lists the paths of a page by locale. Without `alternates` a page has the same path in every locale. An untranslated page counts only in the language of its text. */
function listAlternatePaths(head: Head, path: string): [Locale, string][] {
  if (head.noindex || head.canonical) return [];
  return locales.flatMap((locale): [Locale, string][] => {
    const ownPath = head.alternates ? head.alternates[locale] : path;
    return ownPath ? [[locale, ownPath]] : [];
  });
}

export function HeadTags({ head, siteName, defaultSeo, origin, drawn }: Props) {
  const { locale, path, mediaUrl } = useCurrentPage();
  const title = `${head.title} | ${siteName}`;
  const source = head.textLocale ?? locale;
  const buildAddress = (of: string, code: Locale) => `${origin}${localePath(of, code)}${head.search ?? ''}`;
  const canonical = buildAddress(head.canonical ?? head.alternates?.[source] ?? path, source);
  const alternates = listAlternatePaths(head, path);
  const description = head.description || defaultSeo?.description;
  const keywords = head.keywords?.length ? head.keywords : (defaultSeo?.keywords ?? []);
  const chosenImage = mediaUrl(head.image ?? null);
  const standard = chosenImage ? '' : mediaUrl(defaultSeo?.image ?? null);
  // The drawn picture shows this page, the default one only the brand: of several, services that show a shared page prefer the first.
  const image = chosenImage || drawn || standard;
  const fallback = alternates.find(([code]) => code === defaultLocale);
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {keywords.length > 0 && <meta name="keywords" content={keywords.join(', ')} />}
      {(head.noindex || head.textLocale) && <meta name="robots" content="noindex, follow" />}
      <link rel="canonical" href={canonical} />
      {!head.textLocale &&
        alternates.map(([code, own]) => (
          <link key={code} rel="alternate" hrefLang={localeRecords[code].tag} href={buildAddress(own, code)} />
        ))}
      {!head.textLocale && fallback && (
        <link rel="alternate" hrefLang="x-default" href={buildAddress(fallback[1], defaultLocale)} />
      )}
      <meta property="og:type" content={head.type ?? 'website'} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={head.title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={localeRecords[locale].openGraph} />
      {alternates
        .filter(([code]) => code !== locale)
        .map(([code]) => (
          <meta key={code} property="og:locale:alternate" content={localeRecords[code].openGraph} />
        ))}
      {image && <meta property="og:image" content={toAbsolute(origin, image)} />}
      {image && image === drawn && (
        <>
          <meta property="og:image:width" content={String(sharePictureSize.width)} />
          <meta property="og:image:height" content={String(sharePictureSize.height)} />
          <meta property="og:image:alt" content={title} />
        </>
      )}
      {image === drawn && standard && <meta property="og:image" content={toAbsolute(origin, standard)} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {head.publishedOn && <meta property="article:published_time" content={head.publishedOn} />}
      {head.updatedAt && head.type === 'article' && <meta property="article:modified_time" content={head.updatedAt} />}
      {head.structuredData?.map((data) => (
        <script
          key={String(data['@type'])}
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: formatJsonForScript({ '@context': 'https://schema.org', ...data }).replaceAll('{origin}', origin),
          }}
        />
      ))}
    </>
  );
}
