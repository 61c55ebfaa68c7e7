/** The supervisor of the server, with a stand-in child and a hand-moved clock: it imports no Electron. */
import { describe, expect, it } from 'vitest';
import type { DesktopStatus, FromShell, ToShell } from '../server/desktop-link.ts';
import type { ServerStatus } from './bridge.ts';
import { ServerProcess, type Obstacle } from './server-process.ts';

class StandInChild {
  say: (text: string) => void = () => undefined;
  tell: (message: ToShell) => void = () => undefined;
  exit: (code: number | null) => void = () => undefined;
  asked: (FromShell | 'kill')[] = [];
  waited: number[] = [];
  onOutput = (listener: (text: string) => void): void => void (this.say = listener);
  onMessage = (listener: (message: ToShell) => void): void => void (this.tell = listener);
  onExit = (listener: (code: number | null) => void): void => void (this.exit = listener);
  send = (message: FromShell): void => void this.asked.push(message);
  kill = (): void => void this.asked.push('kill');
  waitForEnd = (limitMs: number): void => void this.waited.push(limitMs);
  listen = (url = 'http://127.0.0.1:7420'): void =>
    this.tell({ type: 'listening', url, data_dir: '/data', version: '1.0.0' });
}

const facts: DesktopStatus = {
  organization: 'Corner Office',
  setup_path: null,
  people_online: 2,
  clients_connected: 1,
  shared: false,
  can_share: false,
  addresses: [],
  alerts: [],
  sleeps: [],
  backup_progress: null,
};

let words: string[] = [];

function setUp(obstacle: () => Obstacle | null = () => null) {
  const children: StandInChild[] = [];
  const timers: { ms: number; fn: () => void; off: boolean }[] = [];
  const seen: ServerStatus[] = [];
  const server = new ServerProcess({
    fork: () => {
      const child = new StandInChild();
      children.push(child);
      return child;
    },
    obstacle,
    after: (ms, fn) => {
      const timer = { ms, fn, off: false };
      timers.push(timer);
      return () => void (timer.off = true);
    },
    onStatus: (status) => void seen.push(status),
    lastWords: () => words,
  });
  const waiting = (): { ms: number; fn: () => void }[] => timers.filter((timer) => !timer.off);
  const last = (): StandInChild => {
    const child = children.at(-1);
    if (child === undefined) throw new Error('nothing was started');
    return child;
  };
  /** Lets the one timer of that length ring. */
  const ring = (ms: number): void => {
    const timer = timers.find((one) => !one.off && one.ms === ms);
    if (timer === undefined) throw new Error(`no timer of ${ms} ms; there are ${waiting().map((one) => one.ms)}`);
    timer.off = true;
    timer.fn();
  };
  return { server, children, seen, last, ring, waiting };
}

describe('the server process', () => {
  it('blocks until the server has stopped when the session ends', () => {
    const { server, last } = setUp();
    server.start();
    last().listen();
    server.stopNow();
    expect([last().asked.at(-1), last().waited]).toEqual([{ type: 'stop' }, [3000]]);
    last().exit(0);
    expect(server.status().state).toBe('stopped');
  });

  it('shows the last-words file of a server whose output was lost', () => {
    words = ['Error: planted', '    at cli.js:1'];
    const { server, last } = setUp();
    server.start();
    last().exit(1);
    expect(server.status()).toMatchObject({ state: 'failed', lastLines: words });
    words = [];
  });

  it('is running after its listening message, and shows its status', () => {
    const { server, last } = setUp();
    server.start();
    expect(server.status().state).toBe('starting');
    last().listen();
    last().tell({ type: 'status', status: facts });
    expect(server.status()).toMatchObject({ state: 'running', url: 'http://127.0.0.1:7420', reason: null });
    expect(server.facts()).toEqual(facts);
    last().exit(1);
    expect(server.facts()).toBeNull();
  });

  it.each([
    ['http://0.0.0.0:7420', 'http://127.0.0.1:7420'],
    ['http://[::]:7420', 'http://127.0.0.1:7420'],
    ['http://192.168.1.20:7420', 'http://192.168.1.20:7420'],
    ['http://[::1]:7420', 'http://[::1]:7420'],
  ])('opens %s at %s', (listening, opened) => {
    const { server, last } = setUp();
    server.start();
    last().listen(listening);
    expect(server.status().url).toBe(opened);
  });

  it('restarts with growing pauses, and with short ones after a steady time', () => {
    const { server, last, ring, children, waiting } = setUp();
    server.start();
    for (const pause of [1000, 2000, 5000, 10_000, 30_000, 30_000]) {
      last().listen();
      last().exit(1);
      expect(server.status()).toMatchObject({ state: 'restarting', url: null });
      expect(waiting().map((timer) => timer.ms)).toEqual([pause]);
      ring(pause);
      expect(server.status()).toMatchObject({ state: 'starting', hasFallen: true });
    }
    expect(children).toHaveLength(7);
    last().listen();
    ring(60_000);
    last().exit(null);
    ring(1000);
    expect(server.status().state).toBe('starting');
  });

  it('keeps restarting a server that dies while it starts', () => {
    const { server, last, ring } = setUp();
    server.start();
    last().listen();
    last().exit(1);
    ring(1000);
    last().exit(null);
    expect(server.status().state).toBe('restarting');
  });

  it('fails with the reason of the server, acknowledges it, and does not restart', () => {
    const { server, last, ring, waiting } = setUp();
    server.start();
    last().listen();
    last().exit(1);
    ring(1000);
    last().tell({ type: 'refused', reason: 'damaged', message: 'It is damaged.', damaged_file: '/data/x' });
    expect(last().asked).toEqual([{ type: 'stop' }]);
    last().exit(1);
    expect(server.status()).toMatchObject({
      state: 'failed',
      reason: 'damaged',
      message: 'It is damaged.',
      damagedFile: '/data/x',
    });
    expect(waiting()).toEqual([]);
  });

  it('fails with its last output line when it never listened and gave no reason', () => {
    const { server, last } = setUp();
    server.start();
    last().say('Something else.\nIt broke.');
    last().exit(1);
    expect(server.status()).toMatchObject({ state: 'failed', reason: 'other', message: 'It broke.' });
  });

  it('does not start while there is an obstacle, and starts after it is gone', () => {
    let obstacle: Obstacle | null = { reason: 'missing', message: 'There is no folder.' };
    const { server, children } = setUp(() => obstacle);
    server.start();
    expect(children).toEqual([]);
    expect(server.status()).toMatchObject({ state: 'failed', reason: 'missing' });
    obstacle = null;
    server.start();
    expect(server.status()).toMatchObject({ state: 'starting', reason: null });
  });

  it('starts on request after it failed', () => {
    const { server, last, children } = setUp();
    server.start();
    last().exit(1);
    server.start();
    expect(children).toHaveLength(2);
    expect(server.status().state).toBe('starting');
  });

  it('keeps the last 50 complete lines', () => {
    const { server, last } = setUp();
    server.start();
    last().say(Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\r\n'));
    last().say(' and its end\n');
    expect(server.status().lastLines).toHaveLength(50);
    expect(server.status().lastLines.at(-1)).toBe('line 59 and its end');
  });

  it('stops in order with a status, is killed after the limit, and does not restart', async () => {
    const { server, last, ring, waiting } = setUp();
    server.start();
    last().listen();
    const stopped = Promise.all([server.stop(), server.stop()]);
    expect(server.status().state).toBe('stopping');
    expect(last().asked).toEqual([{ type: 'stop' }]);
    ring(5000);
    expect(last().asked).toEqual([{ type: 'stop' }, 'kill']);
    last().exit(null);
    await stopped;
    expect(server.status().state).toBe('stopped');
    expect(waiting()).toEqual([]);
  });

  it('stops at once during a restart pause', async () => {
    const { server, last, waiting, children } = setUp();
    server.start();
    last().listen();
    last().exit(1);
    await server.stop();
    expect(waiting()).toEqual([]);
    expect(children).toHaveLength(1);
  });

  it('answers requests, or rejects with the reason', async () => {
    const { server, last } = setUp();
    await expect(server.ask({ what: 'back_up' })).rejects.toThrow('not running');
    server.start();
    last().listen();
    const [first, second, third] = [1, 2, 3].map(() => server.ask({ what: 'back_up' }));
    last().tell({ type: 'answer', id: 2, text: '', error: 'The disk is full.' });
    last().tell({ type: 'answer', id: 1, text: 'Done.', error: null });
    expect(await first).toBe('Done.');
    await expect(second).rejects.toThrow('The disk is full.');
    last().exit(1);
    await expect(third).rejects.toThrow('ended');
  });
});
