/** The delivery queue and its worker: bounds, lanes, pauses and ends, with a clock and timers that only the test moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SystemActing } from '../domain/acting.ts';
import { Scheduler } from '../runtime/scheduler.ts';
import { openStorage, type Reader, type SqlValue, type Storage } from '../storage/database.ts';
import { ManualTimers } from '../testing/timers.ts';
import {
  dueDeliveries,
  enqueueDelivery,
  isMailFailing,
  maxPending,
  nextDelivery,
  pruneDeliveries,
  type DeliveryRow,
} from './queue.ts';
import { DeliveryError, DeliveryWorker, type DeliveryHandler } from './worker.ts';

const silent = { warn: () => undefined, error: () => undefined };

describe('the delivery queue', () => {
  let folder: string;
  let storage: Storage;
  let nowMs = 1_000_000;
  let timers: ManualTimers;
  let worker: DeliveryWorker<SystemActing>;
  let sent: number[] = [];
  let failures: string[] = [];
  let gates: (() => void)[] = [];
  let send: DeliveryHandler<SystemActing>['send'];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-queue-'));
    storage = await openStorage({ dataDir: folder });
    timers = new ManualTimers();
    sent = [];
    failures = [];
    gates = [];
    send = async ({ id }) => {
      sent.push(id);
      return {};
    };
    worker = makeWorker();
  });
  afterEach(async () => {
    for (const open of gates) open();
    await worker.stop();
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What a delivery's transaction gets here: no events and no services but the wake-up. */
  const write = async <T>(fn: (acting: SystemActing) => T): Promise<T> =>
    storage.transaction((tx) =>
      fn({
        db: tx,
        tx,
        nowMs,
        now: Math.floor(nowMs / 1000),
        afterDurable: (done: () => void) => tx.afterDurable(done),
        services: { wake: { deliveries: () => worker.wake() } },
      } as unknown as SystemActing),
    );
  const makeWorker = () =>
    new DeliveryWorker({
      handlers: (['mail', 'webhook'] as const).map((kind) => ({
        kind,
        pausesMs: [1000, 2000],
        send: async (delivery, signal) => send(delivery, signal),
        failed: (_acting, _delivery, error) => failures.push(error.message),
      })),
      read: async (fn) => storage.read(fn),
      writeAsSystem: write,
      nowMs: () => nowMs,
      schedule: (work) =>
        new Scheduler({ log: silent, nowMs: () => nowMs, times: {}, store: async () => undefined, timers }).due(work),
      log: silent,
    });
  const enqueue = async (kind: 'mail' | 'webhook' = 'webhook', subjectId = 1) =>
    (await write((acting) => enqueueDelivery(acting, { kind, subjectId, payload: {} }))).id;
  const row = async (id: number) =>
    storage.read((db) => db.get<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id));
  const pass = async (ms: number) => {
    nowMs += ms;
    timers.fire();
    await worker.settled();
  };
  const blocked = async ({ id }: DeliveryRow): Promise<object> => {
    sent.push(id);
    await new Promise<void>((open) => gates.push(open));
    return {};
  };

  it('reads the queue by its indexes alone, however many deliveries wait', async () => {
    await write((acting) => {
      for (let count = 0; count < 50; count += 1)
        enqueueDelivery(acting, { kind: count % 2 === 0 ? 'mail' : 'webhook', subjectId: count % 7, payload: {} });
    });
    const asked: [string, ...SqlValue[]][] = [];
    const plans = await write((acting) => {
      const { tx } = acting;
      const db: Reader = Object.assign(Object.create(tx) as Reader, {
        get: (...query: [string, ...SqlValue[]]) => (asked.push(query), tx.get(...query)),
        all: (...query: [string, ...SqlValue[]]) => (asked.push(query), tx.all(...query)),
      });
      enqueueDelivery({ ...acting, db }, { kind: 'mail', subjectId: 1, payload: {} });
      dueDeliveries(db, nowMs);
      nextDelivery(db, nowMs);
      isMailFailing(db, acting.now);
      return asked.flatMap(([sql, ...values]) =>
        tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail),
      );
    });
    expect(asked).toHaveLength(5);
    // The least or the greatest of an index is its first or last entry: "SEARCH" without a bound.
    expect(plans.filter((detail) => detail.startsWith('SCAN deliveries'))).toEqual([]);
    expect(plans.filter((detail) => detail.startsWith('USE TEMP B-TREE'))).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
  });

  it('sends what is put into it, once', async () => {
    worker.start();
    const id = await enqueue();
    await worker.settled();
    expect(sent).toEqual([id]);
    expect(await row(id)).toMatchObject({ status: 'done', attempts: 1, last_error: null });
    await pass(10_000);
    expect(sent).toEqual([id]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'is settled when the next of a lane is sent too, also asked %i turns of the queue after one was noted as sent',
    async (wait) => {
      const [first, second] = [await enqueue(), await enqueue()];
      const sentWhenSettled = new Promise<number[]>((resolve) => {
        const ask = async (): Promise<void> => {
          for (let turn = 0; turn < wait; turn += 1) await Promise.resolve();
          await worker.settled();
          resolve([...sent]);
        };
        send = async ({ id }) => {
          sent.push(id);
          return { follow: (acting) => acting.afterDurable(() => void ask()) };
        };
      });
      worker.start();
      expect(await sentWhenSettled).toEqual([first, second]);
    },
  );

  it('sends nothing before it is started, and then what has waited', async () => {
    const id = await enqueue();
    await worker.settled();
    expect(sent).toEqual([]);
    worker.start();
    await worker.settled();
    expect(sent).toEqual([id]);
  });

  it('repeats after the pauses of its kind, then gives up and says so once', async () => {
    send = async () => {
      throw new DeliveryError('busy', { status: 503 });
    };
    worker.start();
    const id = await enqueue();
    await worker.settled();
    expect(await row(id)).toMatchObject({ status: 'pending', attempts: 1, next_attempt_ms: nowMs + 1000 });
    await pass(999);
    expect(await row(id)).toMatchObject({ attempts: 1 });
    await pass(1);
    expect(await row(id)).toMatchObject({ status: 'pending', attempts: 2, next_attempt_ms: nowMs + 2000 });
    await pass(2000);
    expect(await row(id)).toMatchObject({ status: 'failed', attempts: 3, last_error: 'busy', last_status: 503 });
    await pass(60_000);
    expect(failures).toEqual(['busy']);
  });

  it('sends one of a lane at a time, in order, and lanes beside each other', async () => {
    send = blocked;
    worker.start();
    const [first, second] = [await enqueue('webhook', 1), await enqueue('webhook', 1)];
    const [other, mail, mail2] = [await enqueue('webhook', 2), await enqueue('mail', 5), await enqueue('mail', 6)];
    await expect.poll(() => sent.toSorted((a, b) => a - b)).toEqual([first, other, mail]);
    for (const open of gates.splice(0)) open();
    await expect.poll(() => sent.slice(3).toSorted((a, b) => a - b)).toEqual([second, mail2]);
  });

  it('does not repeat what has left when the rest fails here', async () => {
    send = async ({ id }) => {
      sent.push(id);
      return {
        follow: () => {
          throw new Error('nowhere to reply');
        },
      };
    };
    worker.start();
    const id = await enqueue();
    await worker.settled();
    await pass(10_000);
    expect(sent).toEqual([id]);
    expect(await row(id)).toMatchObject({ status: 'failed', last_error: 'nowhere to reply' });
    expect(failures).toEqual(['nowhere to reply']);
  });

  it('keeps what was under way when it is stopped, and does not count it', async () => {
    send = async (_delivery, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    worker.start();
    const id = await enqueue();
    await expect.poll(async () => (await row(id))?.status).toBe('pending');
    await worker.stop();
    expect(await row(id)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  it('is bounded: beyond the limit a delivery is recorded as failed', async () => {
    await write(({ tx }) =>
      tx.run(
        "INSERT INTO deliveries (kind, payload, created_at, next_attempt_ms) SELECT 'webhook', '{}', 0, 9e15 FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n)",
        maxPending,
      ),
    );
    const { id, accepted } = await write((acting) =>
      enqueueDelivery(acting, { kind: 'webhook', subjectId: 1, payload: {} }),
    );
    expect(accepted).toBe(false);
    expect(await row(id)).toMatchObject({ status: 'failed', last_error: 'The delivery queue is full.' });
  });

  it('forgets what ended more than 30 days ago', async () => {
    worker.start();
    const id = await enqueue();
    await worker.settled();
    nowMs += 29 * 86_400_000;
    await write(pruneDeliveries);
    expect(await row(id)).toBeDefined();
    nowMs += 2 * 86_400_000;
    await write(pruneDeliveries);
    expect(await row(id)).toBeUndefined();
  });
});
