/** `npm run instruments -- check|import|export FILE.csv`: instruments as a spreadsheet, in the demonstration or in Strapi. */
import { createInterface } from 'node:readline/promises';
import { join } from 'node:path';
import { instrumentsCommand } from './instruments/instruments-command.ts';
import { projectRoot } from './project-root.ts';

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

process.exitCode = await instrumentsCommand(process.argv.slice(2), {
  folder: join(projectRoot, 'demo'),
  environment: process.env,
  say: (line) => console.log(line),
  ask,
  now: () => new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
});
