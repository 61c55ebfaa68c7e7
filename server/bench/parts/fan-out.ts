/** Ten messages a second to everyone who waits: how late they come, what a delivery costs, and how many are lost. */
import type { Chat } from './chat.ts';
import { cpuMs, pause, percentile } from './targets.ts';

const perSecond = 10;

export interface FanOut {
  p50: number;
  p99: number;
  cpuPerDelivery: number;
  lost: number;
}

/**
 * @param seconds for which they are sent, and before that as warm-up, which is not counted: a server runs for weeks, and the seconds in
 *   which its runtime compiles are not what its users meet.
 */
export async function fanOut(
  chat: Chat,
  clients: number,
  { seconds, warmUp }: { seconds: number; warmUp: number },
): Promise<FanOut> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const sender = await chat.connect(0);
  const listeners: { stop(): void }[] = [];
  for (let index = 0; index < clients; index += 1) {
    const heard = (content: string): void => void delays.push(performance.now() - (sentAt.get(content) ?? NaN));
    listeners.push(await chat.listen(index, heard));
  }
  let sent = 0;
  const send = async (count: number): Promise<void> => {
    delays.length = 0;
    const start = performance.now();
    for (let number = 0; number < count; number += 1, sent += 1) {
      await pause(Math.max(0, start + (number * 1000) / perSecond - performance.now()));
      const content = `bench ${sent}`;
      sentAt.set(content, performance.now());
      await sender.send(content, 'bench');
    }
    await allHeard(() => delays.length, count * clients);
  };
  await send(perSecond * warmUp);
  const before = cpuMs(chat);
  const count = perSecond * seconds;
  await send(count);
  const spent = cpuMs(chat) - before;
  for (const listener of listeners) listener.stop();
  sender.close();
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    cpuPerDelivery: (spent * 1000) / (count * clients),
    lost: count * clients - delays.length,
  };
}

/** Waits until so many have come, or none has for a while. */
export async function allHeard(heard: () => number, wanted: number): Promise<void> {
  for (let before = -1; heard() < wanted && heard() > before;) {
    before = heard();
    await pause(2000);
  }
}
