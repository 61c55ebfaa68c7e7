/**
 * An office at full pace, as programs see it: everyone waits for events all the time, and meanwhile reads, writes, stars and
 * types one call after the other. It counts its calls, and pauses when it is told to.
 */
import { Agent, request } from 'node:http';

type Params = Record<string, string>;
type Answer = Record<string, unknown>;

/** One connection a person for calls, and one for waiting. */
const agent = new Agent({ keepAlive: true });

/** Passwords take their time, and too many attempts at once are taken for guesses. */
const hiredAtOnce = 6;

/** Longer than the answers of one queue are apart. */
const quietMs = 500;

export class Office {
  /** Answers received. */
  requests = 0;
  /** What was answered with anything but success, at most a few of it. */
  readonly problems: string[] = [];
  readonly #url: string;
  readonly #people: Person[] = [];
  #isOpen = true;
  #running: Promise<void>[] = [];
  #pause: { until: Promise<void>; end: () => void } | undefined;
  readonly #atWork = new Set<Promise<unknown>>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Hires `size` people with the owner's key; everyone waits for events from here on, and no one works yet. */
  async open(owner: { email: string; key: string }, size: number): Promise<void> {
    this.#hold();
    const boss = new Person({ email: owner.email, key: owner.key, neighbour: 0 }, this.#call);
    let neighbour = 0;
    for (let from = 1; from <= size; from += hiredAtOnce) {
      const numbers = Array.from({ length: Math.min(hiredAtOnce, size + 1 - from) }, (_none, n) => from + n);
      const hired = await Promise.all(numbers.map(async (n) => this.#hire(boss, n)));
      for (const { email, key, userId } of hired) {
        this.#people.push(new Person({ email, key, neighbour }, this.#call));
        neighbour = userId;
      }
    }
    for (const person of this.#people) {
      await person.register();
      this.#running.push(
        this.#until(async () => person.listen()),
        this.#until(async (round) => this.#work(person, round)),
      );
    }
  }

  async #hire(boss: Person, n: number): Promise<{ email: string; key: string; userId: number }> {
    const [email, password] = [`person${n}@example.com`, 'a password for soaking'];
    await boss.call('POST', '/users', { email, password, full_name: `Person ${n}` });
    const found = await this.#call('POST', '/fetch_api_key', { username: email, password });
    return { email, key: String(found['api_key']), userId: Number(found['user_id']) };
  }

  /**
   * Lets everyone work for so long, and on until so much is answered: a busy machine takes longer for it.
   * @param patience in milliseconds. @param answers at least.
   */
  async work(patience: number, answers = 0): Promise<void> {
    const enough = this.requests + answers;
    this.#pause?.end();
    this.#pause = undefined;
    await new Promise((done) => setTimeout(done, patience));
    while (this.requests < enough) await new Promise((done) => setTimeout(done, 100));
    this.#hold();
    await Promise.all(this.#atWork);
    await this.#quiet();
  }

  /** Waits until what was done has been reported: then everyone waits for events again, at each look the same. */
  async #quiet(): Promise<void> {
    for (let told = -1; told !== this.requests;) {
      told = this.requests;
      await new Promise((done) => setTimeout(done, quietMs));
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#pause?.end();
    agent.destroy();
    await Promise.all(this.#running);
  }

  #hold(): void {
    let end = (): void => undefined;
    this.#pause = { until: new Promise((done) => (end = done)), end };
  }

  async #work(person: Person, round: number): Promise<void> {
    await this.#pause?.until;
    const work = person.work(round);
    this.#atWork.add(work);
    await work.finally(() => this.#atWork.delete(work));
  }

  async #until(step: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; this.#isOpen; round += 1) {
      try {
        await step(round);
      } catch (error) {
        if (this.#isOpen && this.problems.length < 20) this.problems.push(String(error));
      }
    }
  }

  readonly #call: Call = async (method, path, params, authorization) => {
    const form = new URLSearchParams(params).toString();
    const inQuery = method === 'GET';
    const answer = await new Promise<Answer>((resolve, reject) => {
      const sent = request(
        `${this.#url}/api/v1${path}${inQuery ? `?${form}` : ''}`,
        {
          agent,
          method,
          headers: {
            ...(authorization !== undefined && { authorization }),
            ...(!inQuery && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('error', reject);
          response.on('end', () => resolve(JSON.parse(text) as Answer));
        },
      );
      sent.on('error', reject);
      sent.end(inQuery ? undefined : form);
    });
    this.requests += 1;
    if (answer['result'] !== 'success') throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

type Call = (method: 'GET' | 'POST', path: string, params: Params, authorization?: string) => Promise<Answer>;

class Person {
  readonly call: (method: 'GET' | 'POST', path: string, params: Params) => Promise<Answer>;
  readonly #neighbour: number;
  #queueId = '';
  #lastEventId = -1;
  #lastMessageId = 0;

  /** @param who.neighbour the user whom most messages go to; 0 = no one. */
  constructor({ email, key, neighbour }: { email: string; key: string; neighbour: number }, call: Call) {
    this.#neighbour = neighbour;
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    this.call = async (method, path, params) => call(method, path, params, authorization);
  }

  async register(): Promise<void> {
    const state = await this.call('POST', '/register', {
      event_types: '["message","update_message_flags","typing","presence"]',
      fetch_event_types: '["message"]',
    });
    this.#queueId = String(state['queue_id']);
    this.#lastEventId = Number(state['last_event_id']);
  }

  /** One poll, which waits. */
  async listen(): Promise<void> {
    const query = { queue_id: this.#queueId, last_event_id: String(this.#lastEventId) };
    const { events } = (await this.call('GET', '/events', query)) as { events: { id: number }[] };
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
  }

  /** One call of those that a client makes, in turn. */
  async work(round: number): Promise<void> {
    const page = { anchor: 'newest', num_before: '10', num_after: '0' };
    // One in five messages is for everyone.
    const address: Params =
      this.#neighbour === 0 || round % 50 === 0
        ? { type: 'stream', to: 'general', topic: `topic ${round % 20}` }
        : { type: 'direct', to: `[${this.#neighbour}]` };
    switch (round % 10) {
      case 0: {
        const { id } = await this.call('POST', '/messages', { ...address, content: `round ${round}` });
        this.#lastMessageId = Number(id);
        return;
      }
      case 1: {
        const star = { messages: JSON.stringify([this.#lastMessageId]), op: 'add', flag: 'starred' };
        return void (await this.call('POST', '/messages/flags', star));
      }
      case 2:
        return void (await this.call('GET', `/messages/${this.#lastMessageId}`, {}));
      case 3:
      case 4:
      case 5:
        return void (await this.call('GET', '/messages', page));
      case 6:
        return void (await this.call('POST', '/users/me/presence', { status: 'active', ping_only: 'true' }));
      default:
        return void (await this.call('GET', '/users/me', {}));
    }
  }
}
