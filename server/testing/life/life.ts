/** A life: people of every role who do random things for a while, the same things for the same seed. */
import { seededRandom } from '../../demo/random.ts';
import type { Client, Reply } from '../client.ts';
import type { World } from '../world.ts';

export type Act = () => Promise<Reply>;
/** What can be done just now, in one field of life. @param index rises with every step, for names that nothing else has. */
export type Field = (life: Life, index: number) => Promise<Act[]> | Act[];

export interface Step {
  index: number;
  /** Of the field. */
  name: string;
  /** Which of its acts. */
  which: number;
}

/** Repeatable chance: whole numbers below the one that is asked with. */
function chance(seed: number): (below: number) => number {
  const next = seededRandom(seed);
  return (below) => Math.floor(next() * below);
}

export class Life {
  readonly world: World;
  readonly people: readonly Client[];
  /** Accounts that come and go: no one looks through their eyes. */
  readonly extras: readonly Client[];
  random: (below: number) => number;
  /** What was done and what came of it, a line a step. */
  readonly log: string[] = [];
  successes = 0;
  refusals = 0;

  constructor(world: World, cast: { people: readonly Client[]; extras: readonly Client[] }, seed: number) {
    this.world = world;
    this.people = cast.people;
    this.extras = cast.extras;
    this.random = chance(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.random(from.length)] as T;
  }

  coin = (): boolean => this.random(2) === 0;

  get everybody(): Client[] {
    return [...this.people, ...this.extras];
  }

  /** An id out of those that a query finds; 0 when it finds none. */
  async one(sql: string): Promise<number> {
    const rows = await this.world.db<{ id: number }>(sql);
    return rows.length === 0 ? 0 : this.pick(rows).id;
  }

  /**
   * One row that belongs to one of the people, and whose it is: what is someone's own is changed on their own.
   * @param sql gives `id` and `owner`. @returns anybody and 0 where no one has any.
   */
  async own<Id extends number | string = number>(sql: string): Promise<[Client, Id | 0]> {
    const rows = await this.world.db<{ id: Id; owner: number }>(sql);
    const theirs = rows.flatMap(({ id, owner }) => {
      const person = this.people.find((one) => one.userId === owner);
      return person === undefined ? [] : [[person, id] as [Client, Id]];
    });
    return theirs.length === 0 ? [this.pick(this.people), 0] : this.pick(theirs);
  }

  /** One thing out of a random field. */
  async step(fields: Readonly<Record<string, Field>>, index: number): Promise<void> {
    const name = this.pick(Object.keys(fields));
    const acts = (await fields[name]?.(this, index)) ?? [];
    await this.#do(acts, { index, name, which: this.random(acts.length) });
  }

  /** One thing, by its place, with chance of its own: it is the same thing whatever was done, or left out, before. */
  async act(fields: Readonly<Record<string, Field>>, step: Step): Promise<void> {
    this.random = chance(step.index);
    await this.#do((await fields[step.name]?.(this, step.index)) ?? [], step);
  }

  /** Refusals are part of life, errors of the server are not. */
  async #do(acts: readonly Act[], { index, name, which }: Step): Promise<void> {
    const reply = await acts[which]?.();
    this.log.push(`${index} ${name} ${which} ${reply?.status} ${JSON.stringify(reply?.body).slice(0, 100)}`);
    if (reply === undefined || reply.status >= 500) throw new Error(this.log.at(-1));
    if (reply.status === 200) this.successes += 1;
    else this.refusals += 1;
  }
}
