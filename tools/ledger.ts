/** `npm run ledger -- verify`: checks the ledger of Strapi's documents (cms/src/plugins/ledger/). Reads the same settings as Strapi. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cmsRoot, prepareCms } from './cms-package.ts';

const [command = ''] = process.argv.slice(2);
if (command !== 'verify') {
  console.error('  npm run ledger -- verify');
  process.exit(2);
}
await prepareCms((line) => console.error(`  ${line} …`));
const child = spawn(process.execPath, ['scripts/ledger.mts', command], { cwd: cmsRoot, stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
process.exit(code ?? 1);
