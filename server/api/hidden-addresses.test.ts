/** A hidden email address finds no one: not in messages, narrows, queues or pictures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

/** The message of a message event. */
const messageIn = (event: Body | undefined): Body => (event?.['message'] ?? {}) as Body;

describe('A hidden address finds no one', () => {
  test('not by messages, narrows, queues or pictures; and those who may see it find its owner', async () => {
    const hidden = await world.newUser('Hedda Hidden');
    await hidden.ok.patch('/settings', { email_address_visibility: 3 });
    const address = 'hedda.hidden@example.com';
    const bad = { status: 400, code: 'BAD_REQUEST' };
    const message = { type: 'direct', to: [address], content: 'who are you?' };
    const later = 'hugo.later@example.com';
    await world.member.ok.post('/invites', { invitee_emails: later, stream_ids: [] });
    const hugo = await world.newUser('Hugo Later');
    const whose = async (who: Client) =>
      ((await who.ok.get('/console/invitations'))['invitations'] as Body[]).find(({ email }) => email === later)?.[
        'user_id'
      ];
    expect(await whose(world.member)).toBe(hugo.userId);
    await hugo.ok.patch('/settings', { email_address_visibility: 3 });
    expect([await whose(world.member), await whose(world.admin)]).toEqual([null, hugo.userId]);
    await world.member.fails('POST', '/messages', message, bad);
    await world.admin.ok.post('/messages', message);
    for (const operator of ['sender', 'dm', 'dm-including']) {
      const narrow = [{ operator, operand: address }];
      const range = { anchor: 'newest', num_before: 1, num_after: 0 };
      await world.member.fails('GET', '/messages', { ...range, narrow }, { ...bad, code: 'BAD_NARROW' });
      await world.member.fails('POST', '/register', { narrow }, { ...bad, code: 'BAD_NARROW' });
      await world.admin.ok.get('/messages', { narrow, anchor: 'newest', num_before: 1, num_after: 0 });
    }
    const picture = async (who: Client, name: string) =>
      (await who.request('GET', `!/avatar/${encodeURIComponent(name)}`)).headers.get('etag');
    expect(await picture(world.admin, address)).toBe(await picture(world.admin, String(hidden.userId)));
    expect(await picture(world.member, address)).not.toBe(await picture(world.member, String(hidden.userId)));
    const queue = await world.member.register({ event_types: ['message'], client_gravatar: true });
    await hidden.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'hello' });
    const [event] = await queue.eventsOf('message');
    expect(messageIn(event)['avatar_url']).toMatch(/^\/avatar\//);
  });
});
