/** Invitations hold no longer than the right to invite of the user who made them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { systemGroup } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Invitations hold no longer than the right to invite', () => {
  const linkKey = async (who: Client, invite_as: number) =>
    String((await who.ok.post('/invites/multiuse', { invite_as }))['invite_link'])
      .split('/')
      .at(-1) ?? '';

  test('they end with the account of the user who made them, and do not come back with it', async () => {
    const inviter = await world.newUser('Ines Inviter', 200);
    const key = await linkKey(inviter, 400);
    await world.stranger.ok.get(`/console/join/${key}`);
    await world.owner.ok.delete(`/users/${inviter.userId}`);
    const gone = { status: 404, code: 'INVITATION_WITHDRAWN' };
    await world.stranger.fails('GET', `/console/join/${key}`, {}, gone);
    const form = { full_name: 'Late Comer', password: 'a good password', email: 'late@example.com' };
    await world.stranger.fails('POST', `/console/join/${key}`, form, gone);
    await world.owner.ok.post(`/users/${inviter.userId}/reactivate`);
    await world.stranger.fails('GET', `/console/join/${key}`, {}, gone);
  });

  test('no one makes administrators by a link from the time when they were one', async () => {
    const inviter = await world.newUser('Dora Demoted', 200);
    const key = await linkKey(inviter, 200);
    const still = await linkKey(inviter, 400);
    const queue = await world.owner.register({ event_types: ['invites_changed'] });
    await world.owner.ok.patch(`/users/${inviter.userId}`, { role: 400 });
    await world.stranger.fails('GET', `/console/join/${key}`, {}, { status: 404, code: 'INVITATION_WITHDRAWN' });
    // The lists say the same.
    expect(await queue.events()).toHaveLength(1);
    const own = async (path: string, list: string) =>
      ((await world.owner.ok.get(path))[list] as Body[]).filter(
        (each) => each['invited_by_user_id'] === inviter.userId,
      );
    expect(await own('/invites', 'invites')).toMatchObject([{ invited_as: 400 }]);
    expect(await own('/console/invitations', 'invitations')).toMatchObject([
      { state: 'pending' },
      { state: 'revoked', link_url: null },
    ]);
    await world.stranger.ok.get(`/console/join/${still}`);
  });

  test('they stay valid when the permission is narrowed, cannot be sent again, and can be revoked', async () => {
    const inviter = await world.newUser('Nora Narrowed');
    await world.owner.ok.patch('/realm', {
      create_multiuse_invite_group: await systemGroup(world.owner, 'role:members'),
    });
    const key = await linkKey(inviter, 400);
    await inviter.ok.post('/invites', { invitee_emails: 'nils@example.org', stream_ids: [] });
    const [mailed] = (await inviter.ok.get('/invites'))['invites'] as Body[];
    const administrators = await systemGroup(world.owner, 'role:administrators');
    await world.owner.ok.patch('/realm', {
      create_multiuse_invite_group: administrators,
      can_invite_users_group: administrators,
    });
    await inviter.fails('POST', '/invites/multiuse', { invite_as: 400 }, { status: 400, code: 'BAD_REQUEST' });
    await inviter.fails('POST', `/invites/${String(mailed?.['id'])}/resend`, {}, { status: 400, code: 'BAD_REQUEST' });
    await world.stranger.ok.get(`/console/join/${key}`);
    const form = { full_name: 'Nils Newcomer', password: 'a good password', email: 'nils@example.com' };
    await world.stranger.ok.post(`/console/join/${key}`, form);
    const links = ((await world.owner.ok.get('/invites'))['invites'] as Body[]).filter(
      (each) => each['invited_by_user_id'] === inviter.userId && each['is_multiuse'] === true,
    );
    await world.owner.ok.delete(`/invites/multiuse/${String(links[0]?.['id'])}`);
    await world.stranger.fails('GET', `/console/join/${key}`, {}, { status: 404, code: 'INVITATION_WITHDRAWN' });
  });
});
