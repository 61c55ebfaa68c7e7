/** A real mail server for tests: what Hearth sends arrives here, parsed. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { World } from './world.ts';

export class Mailbox {
  /** In the order of arrival. */
  mails: Email[] = [];
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        void this.#take(stream, done);
      },
    });
  }

  async #take(stream: Readable, done: () => void): Promise<void> {
    this.mails.push(await PostalMime.parse(await buffer(stream)));
    done();
  }

  /** Listens, and has the world send its mail here. */
  async open(world: World): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.server.address() as { port: number };
    await world.owner.ok.patch('/console/delivery_settings', {
      settings: { smtp_host: '127.0.0.1', smtp_port: port, smtp_security: 'none', smtp_from: 'chat@office.example' },
    });
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

/** Runs a job of the background now, and waits until what it queued has left. */
export async function runJob(world: World, name: string): Promise<void> {
  const job = world.server.workers.jobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job "${name}"`);
  await job.run();
  await world.server.workers.deliveries.settled();
}
