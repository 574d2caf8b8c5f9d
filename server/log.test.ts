import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '../tools/project-root.ts';
import { jsonFormat } from '../cms/src/setup/json-log.ts';

/** Returns the output of a new process that logs an object. @param logged the source text of the object. */
function written(logged: string): string {
  const script = `import('./server/log.ts').then(({ createLog }) => createLog('info').info(${logged}, 'a line'))`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: projectRoot }).toString();
}

test('personal data is left out at any depth of the logged object', () => {
  const person = "{ password: 'Secret1!', email: 'a@example.com', phone: '+39', token: 'abc123', cookie: 'session=1' }";
  const lines = written(
    `{ ...${person}, user: ${person}, request: { body: ${person} }, err: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(a@example.com) already exists.' }) }`,
  );
  for (const secret of ['Secret1!', 'a@example.com', '+39', 'abc123', 'session=1']) expect(lines).not.toContain(secret);
  expect(JSON.parse(lines)).toMatchObject({
    msg: 'a line',
    user: { email: '[Redacted]' },
    err: { message: 'duplicate key' },
  });
});

test.each([
  ['a text', { level: 'info', message: 'Seeded.' }, { level: 30, msg: 'Seeded.' }],
  ['a warning in colours', { level: 'warn', message: 'a\nb' }, { level: 40, msg: 'a\nb' }],
  [
    'an error',
    { level: 'error', message: new Error('lost') },
    { level: 50, msg: 'lost', stack: expect.stringContaining('Error: lost') as string },
  ],
  ['a request', { level: 'http', message: { path: '/admin' } }, { level: 20, msg: '{"path":"/admin"}' }],
])('Strapi logs %s as one line of JSON, with the names and levels of the site', (_case, entry, expected) => {
  const line = Reflect.get(jsonFormat.transform(entry), Symbol.for('message')) as unknown;
  expect(String(line)).not.toContain('\n');
  expect(JSON.parse(String(line))).toEqual({ time: expect.stringMatching(/^\d{4}-.*Z$/) as string, ...expected });
});

test.each([
  [
    'the site',
    "import('./server/log.ts').then(({ createLog, logNodeWarnings }) => { logNodeWarnings(createLog('info'));",
  ],
  [
    'Strapi',
    "import('./cms/src/setup/json-log.ts').then(({ logNodeWarnings }) => { logNodeWarnings({ warn: (msg) => console.log(JSON.stringify({ level: 40, msg })) });",
  ],
])('a warning of Node is a line in the log of %s, and nothing else is printed', (_process, begin) => {
  const script = `${begin} process.emitWarning('will be removed', 'DeprecationWarning', 'DEP0'); })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual(lines.map(() => 40));
  expect([lines.filter((line) => line.includes('will be removed')).length, stderr]).toEqual([1, '']);
});
