/** Creates a static page: its address, its module, its content in three languages, its messages and its test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { locales } from '../../content/locales.ts';
import { type Created, Tree } from './tree.ts';

/** @param root the project; the test passes a copy. @throws as `newBlock` does. */
export function newPage(root: string, name: string): Created {
  const tree = new Tree(root, name);
  tree.create(`site/pages/${name}-page.tsx`, 'page.tsx.template');
  tree.create(`site/pages/${name}-page.test.tsx`, 'page.test.tsx.template');
  for (const locale of locales) tree.create(`demo/pages/${name}.${locale}.yaml`, 'page.yaml.template');
  tree.insertBefore('content/static-paths.ts', /^\} as const;/m, "  '__kebab__': '/__kebab__',\n");
  tree.addImport('site/routes.ts', "import { __camel__Page } from './pages/__kebab__-page.tsx';\n");
  tree.insertBefore('site/routes.ts', /^\};\n\nconst parameterisedPages/m, "  '__kebab__': __camel__Page,\n");
  tree.addMessages(['heading']);
  const written = tree.write();
  // The addresses to which Strapi lets editors link are generated from the route patterns.
  execFileSync(process.execPath, [join(root, 'cms/scripts/site-addresses.mts')], { stdio: 'ignore' });
  return {
    written: [...written, 'cms/src/rules/addresses/site-addresses.json'],
    next: [
      `Write the page: demo/pages/${name}.*.yaml, and the messages of site/i18n/messages/ in Spanish and Italian.`,
      'Link to it, from the menu (demo/header-nav-items.*.yaml) or from a page.',
    ],
  };
}
