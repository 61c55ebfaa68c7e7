/** A subscriber of the ntfy protocol: what it was sent, and waiting for more. */
import { request, type IncomingMessage } from 'node:http';
import type { Client } from './client.ts';

export type Sent = Record<string, unknown> & { id: string; event: string; title?: string; message?: string };

export interface Phone {
  deviceId: number;
  topic: string;
}

/** Adds a device of a person. */
export async function addPhone(person: Client, params: Record<string, unknown> = {}): Promise<Phone> {
  const added = await person.ok.post('/users/me/ntfy_devices', { name: 'Phone', platform: 'android', ...params });
  return { deviceId: Number(added['device_id']), topic: String(added['secret_topic']) };
}

/** What is stored for topics. @param query further parameters. */
export async function pollTopics(url: string, topics: string, query = ''): Promise<Sent[]> {
  const answer = await fetch(`${url}/${topics}/json?poll=1&${query}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return linesOf(await answer.text());
}

const linesOf = (text: string): Sent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sent);

/** A subscription by HTTP that stays open. */
export class Subscriber {
  readonly sent: Sent[] = [];
  text = '';
  isOver = false;
  #rest = '';
  #wake: () => void = () => undefined;
  readonly #answer: IncomingMessage;

  private constructor(answer: IncomingMessage, isJson: boolean) {
    this.#answer = answer;
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      this.text += chunk;
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop() ?? '';
      if (isJson) this.sent.push(...linesOf(lines.join('\n')));
      this.#wake();
    });
    const over = (): void => {
      this.isOver = true;
      this.#wake();
    };
    answer.on('close', over);
    answer.on('error', over);
  }

  /** @param path such as "hearth-…/json?since=all". */
  static async open(url: string, path: string): Promise<Subscriber> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}/${path}`, resolve).on('error', reject).end();
    });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
    return new Subscriber(answer, path.includes('/json'));
  }

  get headers(): IncomingMessage['headers'] {
    return this.#answer.headers;
  }

  get messages(): Sent[] {
    return this.sent.filter(({ event }) => event === 'message');
  }

  /** Resolves when it was sent something by which this holds. */
  async until(holds: (subscriber: Subscriber) => boolean): Promise<void> {
    while (!holds(this)) {
      if (this.isOver) throw new Error(`the subscription ended after ${JSON.stringify(this.sent)}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Resolves when the server has ended it. */
  async over(): Promise<void> {
    while (!this.isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  close(): void {
    this.#answer.destroy();
  }
}
