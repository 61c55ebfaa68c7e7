/** Database cost of sending: a bounded number of statements a message, however many people it goes to. */
import { expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

const count = 8;

/** @returns statements of one message to where there was one before; what the server does beside it only adds to some of them. */
async function costOf(world: World, send: () => Promise<unknown>): Promise<number> {
  await send();
  const { storage } = world.server.services;
  const costs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = storage.stats().statements;
    await send();
    costs.push(storage.stats().statements - before);
  }
  return Math.min(...costs);
}

test('a message to a channel is a handful of statements, for few people and for many', async () => {
  const world = await startWorld();
  const queue = await world.member2.register({ event_types: ['message'] });
  const send = async (): Promise<unknown> =>
    world.member.ok.post('/messages', { type: 'channel', to: 'general', topic: 'cost', content: 'What does it cost?' });
  const few = await costOf(world, send);
  for (let number = 0; number < 20; number += 1) await world.newUser(`Person ${number}`);
  const many = await costOf(world, send);
  // Its row, the words to find it by, the flags of all, the event, and whether the topic is new.
  expect(few).toBeLessThanOrEqual(6);
  expect(many).toBeLessThanOrEqual(few);
  expect(await queue.events()).toHaveLength(2 * (count + 1));
  await world.stop();
});

test('a direct message is a handful of statements', async () => {
  const world = await startWorld();
  const send = async (): Promise<unknown> =>
    world.member.ok.post('/messages', { type: 'direct', to: [world.member2.userId], content: 'What does it cost?' });
  expect(await costOf(world, send)).toBeLessThanOrEqual(10);
  await world.stop();
});
