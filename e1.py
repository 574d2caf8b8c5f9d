import sys; sys.path.insert(0,'/work/h/out')
from edit import *
sub('server/site.ts',("import { ArchivedPages } from './archive/page-verifier.ts';\n",""),
 ("    hasArchive: config.archive && !development,\n",""),
 ("  const archive = settings.hasArchive\n    ? openSiteArchive","  const archive = config.archive && !development\n    ? openSiteArchive"),
 ("  const archivedPages = archive && new ArchivedPages(archive, config.siteUrl);\n",""),
 ("    verifier: archivedPages,\n",""),("    archivedPages,\n",""))
sub('server/app.ts',("import type { ArchivedPages } from './archive/page-verifier.ts';\n",""),
 ("import { linkTo } from '../site/route-patterns.ts';\n",""),
 ("import { createVerifyApi } from './archive/verify-api.ts';\n",""),
 ("  /** Null with it. */\n  archivedPages: ArchivedPages | null;\n",""),
 ("  /** Indexable pages that no document has. */\n  const morePages = parts.archive ? [linkTo('/verify')] : [];\n  app.route('/api/verify', createVerifyApi(parts.archivedPages, config.clientIpHeader));\n",""),
 (", parts.shared, morePages));",", parts.shared));"))
sub('server/assets/site-files.ts',("/**\n * Creates the routes. @param securityContact address for vulnerability reports; empty: the brand's own.\n * @param morePages paths of pages that no document has, for the sitemap.\n */","/** Creates the routes. @param securityContact address for vulnerability reports; empty: the brand's own. */"),
 ("  morePages: readonly string[] = [],\n",""),("buildSitemap(replica, origin, locale, 0, morePages)","buildSitemap(replica, origin, locale)"))
sub('server/assets/sitemap.ts',(" @param morePages paths of pages that no document has.",""),
 ("""export function buildSitemap(
  replica: Replica,
  origin: string,
  locale: Locale,
  part = 0,
  morePages: readonly string[] = [],
): string | null {""","export function buildSitemap(replica: Replica, origin: string, locale: Locale, part = 0): string | null {"),
 ("  const others = morePages.map((path): Entry => ({ paths: byLocale(() => path), updatedAt: {} }));\n",""),
 ("[...listEntries(replica, part), ...others].flatMap","[...listEntries(replica, part)].flatMap"),("type Locale, byLocale, ","type Locale, "))
sub('server/forms/personal-pages.ts',("import type { PageVerifier } from '../../site/page/page-verifier.ts';\n",""),
 (re.compile(r"(  /\*\*[^\n]*\*/\n)?  verifier: PageVerifier \| null;\n"),""),
 ("registrationRule, verifier }","registrationRule }"),("findCountry, verifier }","findCountry }"),("      hasArchive: verifier !== null,\n",""),("      verifier,\n",""))
sub('site/page/form-action.ts',("import type { PageVerifier } from './page-verifier.ts';\n",""),("  /** Null when this site keeps no archive. */\n  verifier: PageVerifier | null;\n",""))
sub('site/page/page-module.ts',("  /** This site keeps an archive of its pages. */\n  hasArchive: boolean;\n",""))
sub('site/pages/search-page.test.ts',("    hasArchive: false,\n",""))
sub('site/render-page.tsx',("  const { registrationRule, hasArchive = false } = settings;\n  const context = { locale, params, query, path, read, search, t, registrationRule, hasArchive };","  const { registrationRule } = settings;\n  const context = { locale, params, query, path, read, search, t, registrationRule };"))
sub('site/ui/current-page.tsx',("  /** This site keeps an archive of its pages, and with it the page `/verify`. */\n  hasArchive?: boolean;\n",""),(", hasArchive = false, preview",", preview"),("    hasArchive,\n",""))
sub('site/route-patterns.ts',("  '/verify',\n",""))
sub('site/routes.ts',("import { verifyPage } from './pages/verify/verify-page.tsx';\n",""),("  '/verify': verifyPage,\n",""))
sub('site/islands/Island.tsx',("import { VerifyPage } from './verify-page.island.tsx';\n",""),("  'verify-page': VerifyPage,\n",""))
sub('site/layout/SiteFooter.tsx',("""                {hasArchive && (
                  <li>
                    <a href={href(linkTo('/verify'))}>{t('verify.footer')}</a>
                  </li>
                )}
""",""),(", href, hasArchive }",", href }"),("import { linkTo } from '../route-patterns.ts';\n",""))
sub('server/archive/changed-words.ts',("\nimport { listChanges } from '../../site/ui/verify/compare-words.ts';","import { listChanges } from './compare-words.ts';"))
sub('server/archive/compare-words.ts',(re.compile(r"/\*\* How many words two sequences.*?\n}\n\n",re.S),""))
sub('site/pages/README.md',(", `verify/`",""))
sub('tests/README.md',("| `tests/engines/saved-pages.test.ts` | all: 200 pages that two browsers save | an island that changes words of a true page |\n",""))
sub('tests/content/archive.test.ts',("      await until(async () => (await reader.listChanges('/es/verify')).length > 0, 'a page without a document', 60_000);\n",""))
for l in ('en','es','it'):
    p=f'site/i18n/messages/{l}.json'
    m=json.load(open(p)); del m['verify']
    open(p,'w').write(json.dumps(m,ensure_ascii=False,indent=2)+'\n')
