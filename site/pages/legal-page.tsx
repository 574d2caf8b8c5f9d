/** A legal document: version, date, contents, text; it prints well. */
import type { LegalDocument } from '../../content/model.ts';
import { keepLiveLinks } from '../layout/live-links.ts';
import { PageIntro } from '../ui/PageIntro.tsx';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { type LegalPageId, legalPageIds } from '../../content/static-paths.ts';
import { ConsentForm } from './forms/consent-form.tsx';
import { CookieTable } from './cookie-table.tsx';
import styles from './legal-page.module.css';
import { type Crumb, buildHead, buildTrail } from '../page/page-head.ts';
import { type LoaderContext, NotFound, type PageModule, definePage } from '../page/page-module.ts';

interface LegalData {
  document: LegalDocument;
  trail: Crumb[];
  /** Only on the cookie page: the consent form and the table of cookies. */
  cookies: { siteName: string; saved: boolean } | null;
}

const cookieDocument = 'cookie-disclosure';
/** The address has this value of `consent` after the consent form was stored. */
const savedValue = 'saved';
/** No document has this id, so its page is not found. */
const noDocumentId = '';

/** Whether a document has its own address (R01); the other documents are below `/legal/`. */
function hasOwnAddress(id: string): id is LegalPageId {
  return (legalPageIds as readonly string[]).includes(id);
}

function LegalPage({ data: { document, trail, cookies } }: { data: LegalData }) {
  const { t, date } = useCurrentPage();
  return (
    <article>
      <PageIntro trail={trail} title={document.title} text={document.summary}>
        <p className={styles.version}>
          <span>{t('legal.version', { version: document.version })}</span>
          <span>{t('legal.effectiveOn', { date: date(document.effectiveOn) })}</span>
        </p>
      </PageIntro>
      <div className={styles.document}>
        <nav className={styles.contents} aria-label={t('legal.contents')}>
          <p>{t('legal.contents')}</p>
          <ol role="list">
            {cookies && (
              <li>
                <a href="#consent">{t('consent.formTitle')}</a>
              </li>
            )}
            {cookies && (
              <li>
                <a href="#cookie-table">{t('consent.tableTitle')}</a>
              </li>
            )}
            {document.contents.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {cookies && <ConsentForm saved={cookies.saved} />}
          {cookies && <CookieTable siteName={cookies.siteName} />}
          <Prose html={document.body} />
        </div>
      </div>
    </article>
  );
}

function createLegalPage(findId: (context: LoaderContext<'slug'>) => string, query: string[] = []): PageModule {
  return definePage<LegalData, 'slug'>({
    kind: 'legal',
    query,
    loader: (context) => {
      const { read, locale, path } = context;
      const document = read.get('legal-document', findId(context), locale);
      const consentResult = context.query.get('consent');
      if (!document || (consentResult !== null && consentResult !== savedValue)) throw new NotFound();
      const siteName = read.single('common-datum', locale)?.siteName ?? '';
      return {
        document: keepLiveLinks(document, read, locale),
        cookies: document.id === cookieDocument ? { siteName, saved: consentResult === savedValue } : null,
        trail: buildTrail(read, locale, ['regulation'], { name: document.title, path }),
      };
    },
    head: ({ document, trail, cookies }, context) => ({
      ...document.seo,
      title: document.seo.title ?? document.title,
      description: document.seo.description ?? document.summary,
      ...(cookies?.saved ? { noindex: true } : {}),
      ...buildHead('legal-document', document, { toPath: () => context.path, trail }, context),
    }),
    Component: LegalPage,
  });
}

/** Creates `/privacy-policy` and `/cookie-disclosure`. */
export function createFixedLegalPage(id: LegalPageId): PageModule {
  return createLegalPage(() => id, id === cookieDocument ? ['consent'] : []);
}

/** `/legal/{slug}`: only documents without an address of their own, so that none has two addresses. */
export const legalDocumentPage = createLegalPage(({ params }) =>
  hasOwnAddress(params.slug) ? noDocumentId : params.slug,
);
