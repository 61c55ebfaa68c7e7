/** Flags of moved messages, for users who meet them for the first time and for accounts that were deactivated during the move. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const move = async (id: number, to: number): Promise<unknown> =>
  await world.owner.ok.patch(`/messages/${id}`, {
    stream_id: to,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  });

async function join(channel: string, user: Client): Promise<void> {
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: channel }],
    principals: [user.userId],
    send_new_subscription_messages: false,
  });
}

describe('unread messages of a deactivated account', () => {
  it.each([
    ['stay unread when they move to another of its channels', true],
    ['become read when they move to a channel that it is not in', false],
  ])('%s', async (_title, isInBoth) => {
    const { owner } = world;
    count += 1;
    const user = await world.newUser(`Uma ${count}`);
    await makeChannel(owner, `left ${count}`, [owner, user]);
    const to = await makeChannel(owner, `right ${count}`, isInBoth ? [owner, user] : [owner]);
    const id = await say(owner, `left ${count}`, 'plan', 'for later');
    await owner.ok.delete(`/users/${user.userId}`);
    await move(id, to);
    await owner.ok.post(`/users/${user.userId}/reactivate`);
    const { flags } = await fetchOne(user, id);
    expect(flags.includes('read')).toBe(!isInBoth);
  });
});

describe('a message that a subscriber of both channels never received', () => {
  it('is unread once it moves from a channel with protected history', async () => {
    const { owner, member, member2 } = world;
    await makeChannel(owner, 'closed past', [owner, member2], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const to = await makeChannel(owner, 'open past', [owner, member, member2]);
    const early = await say(owner, 'closed past', 'plan', `@**${member.name}** before you came`);
    await member2.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [early] });
    await join('closed past', member);
    const late = await say(owner, 'closed past', 'plan', 'after you came');
    await member.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [late] });
    const queue = await member.register({ event_types: ['update_message_flags'] });
    await move(early, to);
    expect((await fetchOne(member, early)).flags).toEqual(['mentioned']);
    expect((await fetchOne(member, late)).flags).toContain('read');
    expect((await fetchOne(member2, early)).flags).toContain('read');
    expect(await queue.events()).toMatchObject([{ op: 'remove', flag: 'read', messages: [early] }]);
  });
});

describe('a message that a new reader meets by a move', () => {
  it.each([
    ['@**all** lunch', ['stream_wildcard_mentioned', 'wildcard_mentioned']],
    ['@_**all** silently', []],
    ['> @**all** quoted', []],
    ['@**topic** look', ['topic_wildcard_mentioned', 'wildcard_mentioned']],
    ['about the **quarterly**  report', ['has_alert_word']],
    ['```spoiler more\nquarterly report\n```', ['has_alert_word']],
    ['`$$ quarterly report $$` $$quarterly$$ report', ['has_alert_word']],
    ['$$quarterly report$$', []],
    ['a quarterlyreport', []],
    ['@*readers* and the quarterly report', ['mentioned', 'has_alert_word']],
  ])('has the flags of a new message: %s', async (content, flags) => {
    const { owner, member, member2 } = world;
    count += 1;
    await member.ok.post('/users/me/alert_words', { alert_words: ['quarterly report'] });
    if (content.includes('readers'))
      await owner.ok.post('/user_groups/create', { name: 'readers', description: '', members: [member.userId] });
    await makeChannel(owner, `back ${count}`, [owner, member2], { invite_only: true });
    const to = await makeChannel(owner, `front ${count}`, [owner, member, member2]);
    await say(member, `front ${count}`, 'plan', 'I take part');
    const id = await say(owner, `back ${count}`, 'plan', content);
    const asNew = await say(owner, `front ${count}`, 'plan', content);
    await move(id, to);
    expect((await fetchOne(member, id)).flags).toEqual(flags);
    expect((await fetchOne(member, asNew)).flags).toEqual(flags);
    // Alert words of others are no business of theirs.
    expect((await fetchOne(member2, id)).flags).not.toContain('has_alert_word');
  });
});
