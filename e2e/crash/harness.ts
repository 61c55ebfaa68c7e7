/**
 * Kills the server at random moments under load and checks what is promised: every acknowledged write is there exactly once,
 * every event that a client received has its write on disk, and a queue goes on through every restart without a gap or a double.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HearthProcess, owner, ownerKey } from '../hearth-process.ts';
import { chance } from './chance.ts';

export interface CrashReport {
  rounds: number;
  killsWhileServing: number;
  killsWhileStarting: number;
  acknowledged: number;
  stored: number;
  eventsReceived: number;
  /** Compactions that ran to their end. */
  compactions: number;
  problems: string[];
}

interface Settings {
  rounds: number;
  writers?: number;
  /** Seed of the moments at which the server is killed. */
  seed?: number;
  log?: (line: string) => void;
}

/** Small enough for several compactions a run: kills fall into them too. */
const compactAtBytes = 15_000;
const longestWaitMs = 60_000;
/** In each round, before the server may be killed. */
const fewestWrites = 15;
const channel = 'general';

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Runs the rounds. @returns what was counted; `problems` is empty when every promise held. */
export async function runCrashRounds({
  rounds,
  writers = 8,
  seed = 1,
  log = () => undefined,
}: Settings): Promise<CrashReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-crash-'));
  const office = new Office(dataDir, chance(seed));
  try {
    await office.open();
    for (let round = 1; round <= rounds; round += 1) {
      await office.round(round, writers);
      log(
        `round ${round}: ${office.acknowledged.size} acknowledged, ${office.received.size} events, ${office.problems.length} problems`,
      );
    }
    return await office.finish(rounds);
  } finally {
    await office.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface StoredMessage {
  id: number;
  content: string;
}

class Office {
  /** Content -> id, as answered to the writer. */
  readonly acknowledged = new Map<string, number>();
  /** Ids of messages whose event the listening client received. */
  readonly received = new Map<number, string>();
  readonly problems: string[] = [];
  readonly #dataDir: string;
  readonly #random: () => number;
  #hearth: HearthProcess | undefined;
  #port = 0;
  #key = '';
  #queueId = '';
  #lastEventId = -1;
  #firstMessageId = 0;
  #killsWhileStarting = 0;
  #compactions = 0;

  constructor(dataDir: string, random: () => number) {
    this.#dataDir = dataDir;
    this.#random = random;
  }

  async open(): Promise<void> {
    await this.#start();
    this.#key = await ownerKey(this.#url);
    const queue = await this.#call('POST', '/register', {
      event_types: '["message"]',
      fetch_event_types: '["message"]',
    });
    this.#queueId = String(queue['queue_id']);
    this.#lastEventId = Number(queue['last_event_id']);
    this.#firstMessageId = Number(queue['max_message_id']) + 1;
  }

  async round(round: number, writers: number): Promise<void> {
    let killed = false;
    const alive = (): boolean => !killed;
    const work = Array.from({ length: writers }, async (_none, writer) => this.#write(round, writer, alive));
    const listening = this.#listen(alive);
    const before = this.acknowledged.size;
    await pause(20 + this.#random() * 900);
    // However slow the machine: each round writes, and one compaction comes to its end; kills may cut off the later ones.
    const isDue = async (): Promise<boolean> =>
      this.acknowledged.size >= before + fewestWrites && (round > 1 || (await this.#latestSnapshot()) > 0);
    const end = Date.now() + longestWaitMs;
    while (!(await isDue()) && Date.now() < end) await pause(20);
    await this.#hearth?.kill();
    killed = true;
    await Promise.all([...work, listening]);
    await this.#restartWithKills();
    await this.#check(`after round ${round}`);
  }

  async finish(rounds: number): Promise<CrashReport> {
    await this.#drainEvents();
    const stored = await this.#check('at the end');
    for (const { id, content } of stored) {
      if (!this.received.has(id)) this.problems.push(`no event was ever received for message ${id} (${content})`);
    }
    return {
      rounds,
      killsWhileServing: rounds,
      killsWhileStarting: this.#killsWhileStarting,
      acknowledged: this.acknowledged.size,
      stored: stored.length,
      eventsReceived: this.received.size,
      compactions: this.#compactions,
      problems: this.problems,
    };
  }

  async close(): Promise<void> {
    await this.#hearth?.kill();
  }

  get #url(): string {
    return this.#hearth?.url ?? '';
  }

  get #settings() {
    return {
      dataDir: this.#dataDir,
      port: this.#port,
      args: ['--log-level', 'silent', '--compact-at-bytes', String(compactAtBytes)],
    };
  }

  async #start(): Promise<void> {
    this.#hearth = await HearthProcess.start(this.#settings);
    this.#port = this.#hearth.port;
  }

  /** Every third restart is itself killed, once or twice, at a random moment of recovery. */
  async #restartWithKills(): Promise<void> {
    const kills = this.#random() < 0.33 ? 1 + Math.floor(this.#random() * 2) : 0;
    for (let i = 0; i < kills; i += 1) {
      const starting = HearthProcess.spawn(this.#settings);
      await pause(100 + this.#random() * 500);
      await starting.kill();
      this.#killsWhileStarting += 1;
    }
    await this.#start();
  }

  async #write(round: number, writer: number, alive: () => boolean): Promise<void> {
    for (let n = 1; alive(); n += 1) {
      const content = `round ${round} writer ${writer} message ${n}`;
      try {
        const answer = await this.#call('POST', '/messages', {
          type: 'stream',
          to: channel,
          topic: `writer ${writer}`,
          content,
        });
        this.acknowledged.set(content, Number(answer['id']));
      } catch (error) {
        // A request that the kill cut off was not acknowledged: it may be stored once or not at all.
        if (alive() && error instanceof RefusedError) this.problems.push(`${content}: ${error.message}`);
      }
    }
  }

  async #listen(alive: () => boolean): Promise<void> {
    while (alive()) await this.#poll(false).catch((error: unknown) => this.#note(error, alive()));
  }

  #note(error: unknown, counts: boolean): void {
    if (counts && error instanceof RefusedError) this.problems.push(`poll: ${error.message}`);
  }

  async #drainEvents(): Promise<void> {
    while ((await this.#poll(true)) > 0);
  }

  /** @returns how many events came. */
  async #poll(dontBlock: boolean): Promise<number> {
    const query = { queue_id: this.#queueId, last_event_id: String(this.#lastEventId), dont_block: String(dontBlock) };
    const { events } = (await this.#call('GET', '/events', query)) as {
      events: { id: number; type: string; message?: StoredMessage }[];
    };
    for (const { id, type, message } of events) {
      if (id <= this.#lastEventId)
        this.problems.push(`event ${id} came again or out of order after ${this.#lastEventId}`);
      this.#lastEventId = id;
      if (type !== 'message' || message === undefined) continue;
      if (this.received.has(message.id)) this.problems.push(`message ${message.id} was delivered twice`);
      this.received.set(message.id, message.content);
    }
    return events.length;
  }

  /** Everything that was acknowledged or told is stored, exactly once, as it was. */
  async #check(when: string): Promise<StoredMessage[]> {
    const stored = await this.#fetchAll();
    const byContent = grouped(stored);
    for (const [content, id] of this.acknowledged) {
      const found = byContent.get(content) ?? [];
      if (found.length !== 1 || found[0]?.id !== id) {
        this.problems.push(
          `${when}: "${content}" was acknowledged as ${id} and is stored as ${JSON.stringify(found.map((message) => message.id))}`,
        );
      }
    }
    for (const [content, found] of byContent)
      if (found.length > 1) this.problems.push(`${when}: "${content}" is stored ${found.length} times`);
    const ids = new Map(stored.map((message) => [message.id, message.content]));
    for (const [id, content] of this.received) {
      if (ids.get(id) !== content)
        this.problems.push(`${when}: the event of message ${id} (${content}) has no such message on disk`);
    }
    this.#compactions = await this.#latestSnapshot();
    return stored;
  }

  /** Snapshots are numbered: the highest number says how many compactions have run to their end. */
  async #latestSnapshot(): Promise<number> {
    const numbers = (await readdir(this.#dataDir)).map((name) =>
      Number(/^snapshot-(\d+)\.manifest\.json$/.exec(name)?.[1] ?? 0),
    );
    return Math.max(0, ...numbers);
  }

  async #fetchAll(): Promise<StoredMessage[]> {
    const all: StoredMessage[] = [];
    let anchor = this.#firstMessageId;
    for (;;) {
      const query = {
        anchor: String(anchor),
        include_anchor: 'true',
        num_before: '0',
        num_after: '5000',
        apply_markdown: 'false',
        narrow: JSON.stringify([{ operator: 'channel', operand: channel }]),
      };
      const answer = (await this.#call('GET', '/messages', query)) as unknown as {
        messages: StoredMessage[];
        found_newest: boolean;
      };
      all.push(
        ...answer.messages
          .map(({ id, content }) => ({ id, content }))
          .filter(({ content }) => content.startsWith('round ')),
      );
      const last = answer.messages.at(-1);
      if (answer.found_newest || last === undefined) return all;
      anchor = last.id + 1;
    }
  }

  async #call(method: 'GET' | 'POST', path: string, params: Record<string, string>): Promise<Record<string, unknown>> {
    const form = new URLSearchParams(params);
    const authorization = `Basic ${Buffer.from(`${owner.email}:${this.#key}`).toString('base64')}`;
    const url = `${this.#url}/api/v1${path}${method === 'GET' ? `?${form.toString()}` : ''}`;
    const response = await fetch(url, { method, headers: { authorization }, ...(method === 'POST' && { body: form }) });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.status !== 200)
      throw new RefusedError(`${method} ${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  }
}

function grouped(messages: StoredMessage[]): Map<string, StoredMessage[]> {
  const groups = new Map<string, StoredMessage[]>();
  for (const one of messages) groups.set(one.content, [...(groups.get(one.content) ?? []), one]);
  return groups;
}

/** The server answered, and said no. */
class RefusedError extends Error {}
