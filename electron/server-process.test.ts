/** The supervisor of the server, with a stand-in child and a hand-moved clock: it imports no Electron. */
import { describe, expect, it } from 'vitest';
import type { ServerStatus } from './bridge.ts';
import { createServerProcess } from './server-process.ts';

class StandInChild {
  say: (text: string) => void = () => undefined;
  exit: (code: number | null) => void = () => undefined;
  asked: string[] = [];
  onOutput = (listener: (text: string) => void): void => void (this.say = listener);
  onExit = (listener: (code: number | null) => void): void => void (this.exit = listener);
  stop = (): void => void this.asked.push('stop');
  kill = (): void => void this.asked.push('kill');
}

function setUp() {
  const children: StandInChild[] = [];
  const timers: { ms: number; fn: () => void; off: boolean }[] = [];
  const seen: ServerStatus[] = [];
  const server = createServerProcess({
    fork: () => {
      const child = new StandInChild();
      children.push(child);
      return child;
    },
    after: (ms, fn) => {
      const timer = { ms, fn, off: false };
      timers.push(timer);
      return () => void (timer.off = true);
    },
    onStatus: (status) => void seen.push(status),
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
  it('is running once it prints its address, and knows the set-up link printed before', () => {
    const { server, last } = setUp();
    server.start();
    expect(server.status().state).toBe('starting');
    last().say('Open this one-time link: http://127.0.0.1:7420/console/setup#token=abc\nHearth is listening on ');
    expect(server.status().state).toBe('starting');
    last().say('http://127.0.0.1:7420\n');
    expect(server.status()).toMatchObject({
      state: 'running',
      url: 'http://127.0.0.1:7420',
      setupPath: '/console/setup#token=abc',
    });
  });

  it.each([
    ['http://0.0.0.0:7420', 'http://127.0.0.1:7420'],
    ['http://[::]:7420', 'http://127.0.0.1:7420'],
    ['http://192.168.1.20:7420', 'http://192.168.1.20:7420'],
    ['http://[::1]:7420', 'http://[::1]:7420'],
  ])('opens %s at %s', (listening, opened) => {
    const { server, last } = setUp();
    server.start();
    last().say(`Hearth is listening on ${listening}\n`);
    expect(server.status().url).toBe(opened);
  });

  it('starts again with growing pauses when it dies, and with short ones after a steady time', () => {
    const { server, last, ring, children, waiting } = setUp();
    server.start();
    for (const pause of [500, 1000, 2000, 5000, 10_000, 30_000, 30_000]) {
      last().say('listening on http://127.0.0.1:7420\n');
      last().exit(1);
      expect(server.status()).toMatchObject({ state: 'restarting', url: null });
      expect(waiting().map((timer) => timer.ms)).toEqual([pause]);
      ring(pause);
      expect(server.status().state).toBe('starting');
    }
    expect(children).toHaveLength(8);
    last().say('listening on http://127.0.0.1:7420\n');
    ring(60_000);
    last().exit(null);
    ring(500);
    expect(server.status().state).toBe('starting');
  });

  it('fails with its own last words when it never came up', () => {
    const { server, last, waiting } = setUp();
    server.start();
    last().say('hearth: Port 7420 is taken.');
    last().exit(1);
    expect(server.status()).toMatchObject({ state: 'failed', message: 'hearth: Port 7420 is taken.' });
    expect(waiting()).toEqual([]);
  });

  it('can be started again by hand after it failed', () => {
    const { server, last, children } = setUp();
    server.start();
    last().exit(1);
    server.start();
    expect(children).toHaveLength(2);
    expect(server.status().state).toBe('starting');
  });

  it('keeps the last 50 lines, whole ones', () => {
    const { server, last } = setUp();
    server.start();
    last().say(Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\r\n'));
    last().say(' and its end\n');
    expect(server.status().lastLines).toHaveLength(50);
    expect(server.status().lastLines.at(-1)).toBe('line 59 and its end');
  });

  it('stops in order, is killed when that takes too long, and is not started again', async () => {
    const { server, last, ring, waiting } = setUp();
    server.start();
    last().say('listening on http://127.0.0.1:7420\n');
    const stopped = server.stop();
    expect(last().asked).toEqual(['stop']);
    ring(5000);
    expect(last().asked).toEqual(['stop', 'kill']);
    last().exit(null);
    await stopped;
    expect(server.status().state).toBe('stopped');
    expect(waiting()).toEqual([]);
  });

  it('stops at once while it waits to start again', async () => {
    const { server, last, waiting, children } = setUp();
    server.start();
    last().say('listening on http://127.0.0.1:7420\n');
    last().exit(1);
    await server.stop();
    expect(waiting()).toEqual([]);
    expect(children).toHaveLength(1);
  });
});
