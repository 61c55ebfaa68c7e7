/** Explanations that clients show once: at registration, by event on every device, and over a restart. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const step = (name: string): object => ({ type: 'one_time_notice', name });
const registered = async (): Promise<unknown> =>
  (await world.member.ok.post('/register', { fetch_event_types: ['onboarding_steps'] }))['onboarding_steps'];

it('are over on every device when they were seen on one, for good', async () => {
  expect(await registered()).toContainEqual(step('intro_inbox_view_modal'));
  const queue = await world.member.register({ event_types: ['onboarding_steps'] });
  const others = await world.member2.register({ event_types: ['onboarding_steps'] });
  await world.member.ok.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' });
  const [event] = await queue.events();
  expect(event?.['onboarding_steps']).toEqual(await registered());
  expect(await registered()).not.toContainEqual(step('intro_inbox_view_modal'));
  expect(await registered()).toContainEqual(step('intro_resolve_topic'));
  expect(await others.events()).toEqual([]);
  await world.member.ok.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' });
  expect(await queue.events()).toEqual([]);
  await world.restart();
  expect(await registered()).not.toContainEqual(step('intro_inbox_view_modal'));
});

it('must be some that there are', async () => {
  const refusal = { status: 400, code: 'BAD_REQUEST', msg: 'Unknown onboarding_step: dance' };
  await world.member.fails('POST', '/users/me/onboarding_steps', { onboarding_step: 'dance' }, refusal);
});
