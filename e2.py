import sys; sys.path.insert(0,'/work/h/out')
from edit import *
sub('docs/compliance.md',(re.compile(r"Visitors ask the archive at `/verify`.*?of the address\.\n\n",re.S),""))
sub('docs/decisions/0019-style-travels-with-the-page.md',("the footer's groups, the pages of terms and `/verify` took","the footer's groups and the pages of terms took"))
sub('server/archive/README.md',("""`page-verifier.ts` answers `/verify` (`site/pages/verify/`), and `verify-api.ts` a browser that
compares by itself. Pages that wait for the archive are never called foreign.

""",""))
sub('server/archive/page-watch.ts',("      // No document has this page.\n      for (const locale of locales) this.#others.add(localePath(linkTo('/verify'), locale));\n",""),
 ("import { localePath } from '../../site/i18n/locale-path.ts';\nimport { linkTo } from '../../site/route-patterns.ts';\n",""),
 (re.compile(r"  /\*\* See `SiteArchive`. Other processes.*?  };\n\n",re.S),""),
 ("import type { ArchiveEntry } from './store/archive-entry.ts';\n",""))
sub('server/archive/site-archive.ts',(re.compile(r"  /\*\* Whether what this process served last[^\n]*\n[^\n]*\n"),""),("    isKept: watch.isKept,\n",""),("import type { ArchiveEntry } from './store/archive-entry.ts';\n",""))
