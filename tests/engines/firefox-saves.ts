/** Saves pages with Firefox's own code ("Web Page, complete"), which only its Marionette protocol reaches. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { firefoxPath } from './engine-programs.ts';

/** Runs in Firefox's own context. The flags are those of the menu's "complete". */
const saveScript = `
const [target, folder, done] = arguments;
const open = (path) => {
  const file = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile);
  file.initWithPath(path);
  return file;
};
const persist = Cc['@mozilla.org/embedding/browser/nsWebBrowserPersist;1'].createInstance(Ci.nsIWebBrowserPersist);
persist.persistFlags = persist.PERSIST_FLAGS_REPLACE_EXISTING_FILES | persist.PERSIST_FLAGS_FROM_CACHE;
const nothing = () => {};
persist.progressListener = {
  QueryInterface: ChromeUtils.generateQI(['nsIWebProgressListener']),
  onStateChange() {
    if (persist.currentState === persist.PERSIST_STATE_FINISHED) done('saved');
  },
  onProgressChange: nothing, onLocationChange: nothing, onStatusChange: nothing, onSecurityChange: nothing, onContentBlockingEvent: nothing,
};
const { frameLoader } = Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser;
frameLoader.startPersistence(null, {
  QueryInterface: ChromeUtils.generateQI(['nsIWebBrowserPersistDocumentReceiver']),
  onDocumentReady(page) {
    const flags = persist.ENCODE_FLAGS_FORMATTED | persist.ENCODE_FLAGS_ABSOLUTE_LINKS | persist.ENCODE_FLAGS_NOFRAMES_CONTENT;
    persist.saveDocument(page, open(target), open(folder), 'text/html', flags, 0);
  },
  onError: (error) => done('error ' + error),
});`;

/** Scrolls through the page, so that everything that waits for the viewport begins. */
const walkScript = `
const [done] = arguments;
let y = 0;
const step = () => {
  if (y >= document.body.scrollHeight) return done(true);
  scrollTo(0, (y += 500));
  setTimeout(step, 30);
};
step();`;

/** Marionette: each message is its length, a colon, and JSON. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #received = Buffer.alloc(0);
  #id = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      while (this.#readMessage());
    });
  }

  #readMessage(): boolean {
    const colon = this.#received.indexOf(':');
    const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
    if (colon < 0 || this.#received.length < end) return false;
    const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
    this.#received = this.#received.subarray(end);
    if (!Array.isArray(message)) return true;
    const [, id, error, value] = message as [number, number, { message: string } | null, unknown];
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(value);
    return true;
  }

  send(command: string, parameters: object = {}): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    const text = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }
}

export interface SavingFirefox {
  /** Opens a page and lets its scripts run. */
  open: (url: string) => Promise<void>;
  /** @returns what "Save page as… complete" writes. */
  saveComplete: () => Promise<string>;
  /** @returns the document as its own scripts see it. */
  readDocument: () => Promise<string>;
  close: () => Promise<void>;
}

export async function launchSavingFirefox(): Promise<SavingFirefox> {
  const profile = await mkdtemp(join(tmpdir(), 'brokerfront-saves-'));
  const port = await freePort();
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const child: ChildProcess = spawn(
    firefoxPath() ?? '',
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, HOME: profile } },
  );
  let socket: Socket | undefined;
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const tried = connect(port, '127.0.0.1', () => {
          socket = tried;
          resolve(true);
        });
        tried.on('error', () => resolve(false));
      }),
    'Marionette',
    60_000,
  );
  if (!socket) throw new Error('Firefox has no Marionette.');
  const firefox = new Marionette(socket);
  await firefox.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  const run = async (context: 'chrome' | 'content', script: string, args: string[] = []) => {
    await firefox.send('Marionette:SetContext', { value: context });
    const sandbox = context === 'chrome' ? { sandbox: 'system' } : {};
    const answer = await firefox.send('WebDriver:ExecuteAsyncScript', { script, args, ...sandbox });
    return (answer as { value: unknown }).value;
  };
  return {
    async open(url) {
      await firefox.send('Marionette:SetContext', { value: 'content' });
      await firefox.send('WebDriver:Navigate', { url });
      await run('content', walkScript);
      await until(
        async () =>
          (await run(
            'content',
            `arguments[0]([...document.querySelectorAll('is-land[data-load=visible]')].every((one) => one.dataset.state));`,
          )) === true,
        `the islands of ${url}`,
        20_000,
      );
    },
    async saveComplete() {
      const target = join(profile, 'saved.html');
      const said = await run('chrome', saveScript, [target, join(profile, 'saved_files')]);
      if (said !== 'saved') throw new Error(String(said));
      return readFile(target, 'utf8');
    },
    readDocument: async () =>
      String(await run('content', `arguments[0]('<!DOCTYPE html>' + document.documentElement.outerHTML);`)),
    async close() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      await firefox.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      await ended;
      socket?.destroy();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
