/** A mail server for tests: it requires credentials, keeps what it receives, and refuses mail when its `mood` says so. */
import type { AddressInfo } from 'node:net';
import { type ReceivedMail, readMail } from './received-mail.ts';
import { SMTPServer, type SMTPServerError } from 'smtp-server';

export const credentials = { user: 'mailer@veldstone.example', pass: 'p/ss w:rd@1' };

export interface Received {
  from: string;
  to: string[];
  mail: ReceivedMail;
}

const refusal = (responseCode: number, message: string): SMTPServerError =>
  Object.assign(new Error(message), { responseCode });

/** A real SMTP server, which accepts or refuses mail according to its mood. */
export class MailServer {
  mood:
    | 'willing'
    | 'refuses recipients'
    | 'names whom it does not know'
    | 'refuses what it has read'
    | 'keeps what it refuses' = 'willing';
  readonly received: Received[] = [];
  readonly refused: string[] = [];
  port = 0;
  #server = this.#create();

  #create(): SMTPServer {
    return new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authMethods: ['PLAIN', 'LOGIN'],
      disableReverseLookup: true,
      onAuth: ({ username, password: word }, _session, done) =>
        username === credentials.user && word === credentials.pass
          ? done(null, { user: username })
          : done(refusal(535, 'Who are you?')),
      onRcptTo: ({ address }, _session, done) => {
        if (this.mood === 'names whom it does not know')
          return done(refusal(550, `5.1.1 <${address}>: ${address.toUpperCase()} is unknown`));
        if (this.mood !== 'refuses recipients') return done();
        this.refused.push(address);
        return done(refusal(451, 'Not now.'));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address);
          if (this.mood === 'refuses what it has read') {
            this.refused.push(...to);
            return done(refusal(452, 'No room.'));
          }
          return void this.#keep(
            Buffer.concat(chunks).toString(),
            { from: envelope.mailFrom ? envelope.mailFrom.address : '', to },
            done,
          );
        });
      },
    });
  }

  async #keep(raw: string, envelope: Omit<Received, 'mail'>, done: (error?: Error) => void): Promise<void> {
    try {
      this.received.push({ ...envelope, mail: await readMail(raw) });
    } catch (error) {
      return done(refusal(451, String(error)));
    }
    done(this.mood === 'keeps what it refuses' ? refusal(451, 'Was there something?') : undefined);
  }

  async listen(): Promise<void> {
    const server = this.#server.listen(this.port, '127.0.0.1');
    await new Promise<void>((resolve) => server.once('listening', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  /** Stops listening, so that connections to its port fail. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server = this.#create();
  }

  to(address: string): Received[] {
    return this.received.filter(({ to }) => to.includes(address));
  }
}

/** The `SMTP_URL` of this server. */
export function mailUrl({ port }: MailServer): string {
  return `smtp://${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@127.0.0.1:${port}`;
}
