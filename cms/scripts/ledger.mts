/**
 * `npm run ledger -- verify`: recomputes every hash of the ledger, and compares what is live with its newest versions. Strapi may run meanwhile. Exit
 * code 1 when something was changed.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

// Strapi's ES modules do not load outside its bundler.
const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi') as typeof import('@strapi/strapi');
const root = path.join(import.meta.dirname, '..');
const built = path.join(root, 'dist');

async function load<Module>(name: string): Promise<Module> {
  return (await import(path.join(built, 'src/plugins/ledger/server', `${name}.js`))) as Module;
}

const { runAsProgram } = await load<typeof import('../src/plugins/ledger/server/actor.ts')>('actor');
const { verifyLedger } = await load<typeof import('../src/plugins/ledger/server/verify-ledger.ts')>('verify-ledger');

process.chdir(root);
process.env['LOG_LEVEL'] ??= 'error';
const strapi = createStrapi({ appDir: root, distDir: built, serveAdminPanel: false });
await runAsProgram('verify', async () => strapi.load());
const { rows, head, faults } = await verifyLedger(strapi);
for (const fault of faults) console.log(`  ${fault}`);
console.log(`  ${rows} rows, ${faults.length} faults. The last hash is ${head}.`);
process.exitCode = faults.length > 0 ? 1 : 0;
await strapi.destroy();
process.exit();
