/**
 * One who works in an office, at a person's pace: waits for events all the time, reports presence, types, sends, reads what came,
 * opens conversations, uploads now and then, and comes back again as laptops do that were closed. Everything has its own time of
 * the minute, spread evenly over the people, so that each run does the same.
 */
import { emailOf } from './organization.ts';
import { Listener, pause, type Target } from './targets.ts';
import { requestText, Wire } from './wire.ts';

/** How often a person does it, in seconds. */
const every = { presence: 60, send: 60, read: 10, open: 30, upload: 600, reconnect: 300 } as const;
type Deed = keyof typeof every;
const names = Object.keys(every) as Deed[];

/** What a whole client asks for when it comes. */
const wholeState = {
  apply_markdown: 'true',
  client_gravatar: 'true',
  slim_presence: 'true',
  include_subscribers: 'false',
};
/** A picture of a phone, made small. */
const upload = 'x'.repeat(60_000);

export interface OfficeLog {
  /** Milliseconds from the request to the answer of each message that was sent. */
  sendTimes: number[];
  requests: number;
  uploads: number;
  reconnects: number;
}

export class OfficePerson {
  readonly #target: Target;
  readonly #index: number;
  readonly #people: number;
  readonly #log: OfficeLog;
  readonly #authorization: string;
  readonly #calls: Wire;
  #listener: Listener;
  #unread: number[] = [];
  #messages = 0;
  #isAtWork = true;
  #ended: Promise<void> = Promise.resolve();
  #problem: unknown;

  private constructor(target: Target, index: number, people: number, log: OfficeLog, calls: Wire, listener: Listener) {
    [this.#target, this.#index, this.#people, this.#log] = [target, index, people, log];
    [this.#calls, this.#listener] = [calls, listener];
    this.#authorization = target.authorizations[index] ?? '';
  }

  /** Comes to work: from here on the person waits for events and does everything in its time. */
  static async start(target: Target, index: number, people: number, log: OfficeLog): Promise<OfficePerson> {
    const authorization = target.authorizations[index] ?? '';
    const [calls, listener] = [
      await Wire.open(target.port),
      await Listener.start(target.port, authorization, () => undefined, wholeState),
    ];
    const person = new OfficePerson(target, index, people, log, calls, listener);
    person.#ended = person.#work().catch((error: unknown) => {
      person.#problem = error;
    });
    return person;
  }

  /** Leaves when the call at hand is answered. @throws Error when a call failed. */
  async stop(): Promise<void> {
    this.#isAtWork = false;
    await this.#ended;
    this.#listener.stop();
    this.#calls.close();
    if (this.#problem !== undefined) throw this.#problem;
  }

  /** One deed after the other, each when it is due: a slow server makes a person late, and not two. */
  async #work(): Promise<void> {
    const share = this.#index / this.#people;
    const start = performance.now();
    const due = new Map(
      names.map((name, at) => [name, start + every[name] * 1000 * ((share + at / names.length) % 1)]),
    );
    while (this.#isAtWork) {
      for (const [name, at] of due) {
        if (!this.#isAtWork || performance.now() < at) continue;
        due.set(name, at + every[name] * 1000);
        await this.#deeds[name]();
      }
      await pause(50);
    }
  }

  readonly #deeds: Record<Deed, () => Promise<void>> = {
    presence: async () =>
      void (await this.#ask('POST', '/users/me/presence', { status: 'active', new_user_input: 'true' })),
    send: async () => this.#send('a few words about what there is to do today, and who will do it'),
    read: async () => {
      if (this.#unread.length === 0) return;
      const messages = `[${this.#unread.splice(0).join(',')}]`;
      await this.#ask('POST', '/messages/flags', { messages, op: 'add', flag: 'read' });
    },
    open: async () => {
      const page = await this.#ask('GET', '/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: '[]',
      });
      const { messages } = JSON.parse(page) as { messages: { id: number }[] };
      this.#unread = messages.slice(-20).map(({ id }) => id);
    },
    upload: async () => {
      const answer = await this.#request(uploadText(this.#authorization));
      this.#log.uploads += 1;
      await this.#send(`the picture [plan.png](${/"ur[il]":"([^"]+)"/.exec(answer)?.[1] ?? ''})`);
    },
    reconnect: async () => {
      this.#listener.stop();
      this.#listener = await Listener.start(this.#target.port, this.#authorization, () => undefined, wholeState);
      this.#log.reconnects += 1;
    },
  };

  /** Two in five messages are for one person; one says that it types before each. */
  async #send(content: string): Promise<void> {
    this.#messages += 1;
    const isDirect = this.#messages % 5 < 2;
    const to = JSON.stringify([emailOf((this.#index + 1) % this.#people)]);
    if (isDirect) await this.#ask('POST', '/typing', { op: 'start', to });
    const address: Record<string, string> = isDirect
      ? { type: 'direct', to }
      : { type: 'stream', to: '"general"', topic: `topic ${this.#messages % 20}` };
    const start = performance.now();
    await this.#ask('POST', '/messages', { ...address, content });
    this.#log.sendTimes.push(performance.now() - start);
  }

  async #ask(method: 'GET' | 'POST', path: string, form: Record<string, string | number>): Promise<string> {
    return this.#request(requestText(method, `/api/v1${path}`, this.#authorization, form));
  }

  async #request(text: string): Promise<string> {
    const { status, body } = await this.#calls.ask(text);
    if (status !== 200) throw new Error(`${text.slice(0, 60)}: ${status} ${body.slice(0, 300)}`);
    this.#log.requests += 1;
    return body;
  }
}

function uploadText(authorization: string): string {
  const part = 'Content-Disposition: form-data; name="file"; filename="plan.png"\r\nContent-Type: image/png\r\n';
  const body = `--edge\r\n${part}\r\n${upload}\r\n--edge--\r\n`;
  const head = `Host: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=edge\r\n`;
  return `POST /api/v1/user_uploads HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}
