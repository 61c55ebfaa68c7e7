/** Durable messages from eight senders to everyone who is connected: how many a second, and what one costs. */
import type { Chat } from './chat.ts';
import { cpuMs } from './targets.ts';

export const senders = 8;

export interface Sending {
  perSecond: number;
  cpuPerMessage: number;
}

/** @param members who are connected. @param count of the messages that are measured; a tenth more go before them. */
export async function sendAll(chat: Chat, members: number, count: number): Promise<Sending> {
  const listeners: { stop(): void }[] = [];
  for (let index = 0; index < members; index += 1) listeners.push(await chat.listen(index, () => undefined));
  let number = 0;
  const sender = async (index: number, upTo: number): Promise<void> => {
    const connection = await chat.connect(index);
    while (number < upTo) {
      number += 1;
      const content = `bench ${number} and the words that people put around what they want to say`;
      await connection.send(content, `topic ${number % 20}`);
    }
    connection.close();
  };
  const run = async (upTo: number): Promise<void> => {
    await Promise.all(Array.from({ length: senders }, (_, index) => sender(index, upTo)));
  };
  await run(count / 10);
  const before = cpuMs(chat);
  const start = performance.now();
  await run(count / 10 + count);
  const ms = performance.now() - start;
  const spent = cpuMs(chat) - before;
  for (const listener of listeners) listener.stop();
  return { perSecond: (count / ms) * 1000, cpuPerMessage: (spent * 1000) / count };
}
