/** A real mail server for tests: what Hearth sends arrives here, parsed. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import type { World } from './world.ts';

/** A mail as it came over the line. */
export interface Received {
  from: string;
  to: string[];
  raw: string;
}

export class Mailbox {
  /** In the order of arrival. */
  mails: Email[] = [];
  /** The same, unparsed. */
  received: Received[] = [];
  /** What every mail is refused with until it is taken away again. */
  refusal: { code: number; message: string } | undefined;
  readonly #server: SMTPServer;

  readonly #security: 'none' | 'starttls' | 'tls';

  /**
   * @param account users who sign in must be this one; without it, signing in is not offered
   * @param encryption with this certificate and its key; without it, connections are not encrypted
   */
  constructor(
    account?: { username: string; password: string },
    encryption?: { security: 'starttls' | 'tls'; certificate: string; key: string },
  ) {
    this.#security = encryption?.security ?? 'none';
    this.#server = new SMTPServer({
      ...(encryption !== undefined && { cert: encryption.certificate, key: encryption.key }),
      secure: this.#security === 'tls',
      disabledCommands: [
        ...(this.#security === 'starttls' ? [] : ['STARTTLS']),
        ...(account === undefined ? ['AUTH'] : []),
      ],
      authOptional: true,
      // Of loopback addresses there is nothing to learn, and asking may take a second and a half.
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) =>
        username === account?.username && password === account?.password
          ? done(null, { user: username })
          : done(new Error('wrong credentials')),
      onData: (stream, { envelope }, done) => {
        void this.#take(stream, envelope, done);
      },
    });
    // A client that refuses the certificate closes the connection, which the server reports here.
    if (encryption !== undefined) this.#server.on('error', () => undefined);
  }

  async #take(stream: Readable, envelope: SMTPServerEnvelope, done: (error?: Error) => void): Promise<void> {
    const raw = await buffer(stream);
    const { refusal } = this;
    if (refusal !== undefined) return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    const { mailFrom, rcptTo } = envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    this.received.push({ from, to: rcptTo.map(({ address }) => address), raw: raw.toString('utf8') });
    const mail = await PostalMime.parse(raw);
    this.mails.push(mail);
    done();
  }

  /** Listens, and has the world send its mail here. */
  async open(world: World): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    await this.use(world);
  }

  /** Has the world send its mail here, without signing in. */
  async use(world: World): Promise<void> {
    const { port } = this.#server.server.address() as { port: number };
    const settings = {
      smtp_host: '127.0.0.1',
      smtp_port: port,
      smtp_security: this.#security,
      smtp_from: 'chat@office.example',
      smtp_user: '',
      smtp_password: '',
    };
    await world.owner.ok.patch('/console/delivery_settings', { settings });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Mails to one address. */
  to(address: string): Email[] {
    return this.mails.filter(({ to }) => to?.[0]?.address === address);
  }
}

/** A header of a mail, by its lower-case name. */
export const headerOf = (mail: Email | undefined, name: string): string | undefined =>
  mail?.headers.find(({ key }) => key === name)?.value;

/**
 * Runs a job of the background now, and waits until what it queued has left.
 * @throws why a mail did not leave: it would be tried again in a minute, and a test saw only that there is none.
 */
export async function runJob(world: World, name: string): Promise<void> {
  const job = world.server.workers.jobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job "${name}"`);
  await job.run();
  await world.server.workers.deliveries.settled();
  const failed = await world.db("SELECT * FROM deliveries WHERE kind = 'mail' AND last_error IS NOT NULL");
  if (failed.length > 0) throw new Error(`mail did not leave: ${JSON.stringify(failed)}`);
}
