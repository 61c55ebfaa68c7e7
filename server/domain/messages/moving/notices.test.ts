/** Bot notices about channels and topics, whose names people choose: shown as they are, and calling no one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetched, makeChannel, say, type Message } from '../../../testing/scenario.ts';
import { doDue, startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ webPublicChannelsEnabled: true });
});
afterAll(async () => world.stop());

const call = 'a** @**all** @**Mia Member** **b';
/** What the server said last that member2 reads; and that it calls no one. */
async function lastNotice(): Promise<string> {
  const [message] = (await fetched(world.member2, { narrow: [['sender', await botId()]] })).slice(-1) as [Message];
  expect(message.flags).toEqual([]);
  return message.content;
}
const botId = async (): Promise<number> =>
  (await world.db<{ id: number }>("SELECT id FROM users WHERE email LIKE 'notification-bot@%'"))[0]?.id ?? 0;

it('links to topics and channels whatever their names are, and calls no one whom they name', async () => {
  const { owner, member, member2 } = world;
  const hall = await makeChannel(owner, 'hall', [owner, member, member2]);
  const id = await say(member, 'hall', call);
  for (const [from, to] of [
    [call, 'x*y'],
    ['x*y', 'build@12'],
    ['build@12', '<b>&amp; `c`'],
    ['<b>&amp; `c`', 'plain'],
  ]) {
    await member.ok.patch(`/messages/${id}`, { topic: to });
    // The first topic is empty by then; the others keep a notice.
    const anchor = from === call ? '' : '/with/\\d+';
    const shown = from?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(await lastNotice()).toMatch(
      new RegExp(`^<p>.* moved here from <a [^>]*href="/#narrow/channel/${hall}-hall/topic/[^/"]+${anchor}">`),
    );
    expect(await lastNotice()).toContain(`>#hall &gt; ${shown}</a> by <span class="user-mention silent"`);
  }

  const named = await makeChannel(member, call, [member, member2]);
  expect(await lastNotice()).toContain(`subscribed you to the channel <a href="/#narrow/channel/${named}-`);
  expect(await lastNotice()).toContain(`>#${call}</a>.`);
  await member.ok.patch(`/streams/${named}`, { new_name: 'hall > *stairs*' });
  expect(await lastNotice()).toContain(
    `renamed channel <strong>${call}</strong> to <strong>hall &gt; *stairs*</strong>.`,
  );
  await member.ok.delete(`/streams/${named}`);
  expect(await lastNotice()).toContain('>#hall &gt; *stairs*</a> has been archived.');
});

it('links to the topic that messages were moved to by one of them, whatever its name is', async () => {
  const { owner, member, member2 } = world;
  const moves = await makeChannel(owner, 'moves', [owner, member, member2]);
  for (const to of ['plain', 'x*y', 'build@13', 'a > b']) {
    const id = await say(member, 'moves', 'from here');
    await member.ok.patch(`/messages/${id}`, {
      topic: to,
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: false,
    });
    expect(await lastNotice()).toMatch(
      new RegExp(
        ` was moved (?:from this topic )?to <a [^>]*href="/#narrow/channel/${moves}-moves/topic/[^/"]+/with/${id}">`,
      ),
    );
  }
});

it('names no channel where guests read who do not see it, whichever way messages went', async () => {
  const { owner, guest } = world;
  const members = await makeChannel(owner, 'members only', [owner]);
  const mixed = await makeChannel(owner, 'with a guest', [owner, guest]);
  const others = await makeChannel(owner, 'members elsewhere', [owner]);
  const notices = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
  const move = async (from: number, to: number): Promise<string> => {
    const id = await say(owner, from, 'moving', 'x');
    await owner.ok.patch(`/messages/${id}`, { stream_id: to, ...notices });
    const told = await fetched(owner, { narrow: [['channel', to]] });
    return told.at(-1)?.content ?? '';
  };
  expect(await move(members, mixed)).toContain('moved here from another channel by');
  await move(mixed, members);
  const read = JSON.stringify(await fetched(guest));
  expect(read).toContain('moved from this topic to another channel by');
  expect(read).not.toContain('members only');
  expect(await move(members, others)).toContain('>#members only &gt; moving</a> by');
});

it('names no channel to all the web, where that is not for all', async () => {
  const { owner, member2 } = world;
  await owner.ok.patch('/realm', { enable_spectator_access: true });
  const inside = await makeChannel(owner, 'inside', [owner, member2]);
  const web = await makeChannel(owner, 'on the web', [owner, member2], { is_web_public: true });
  const id = await say(owner, inside, 'x');
  const moveTo = async (channelId: number): Promise<unknown> =>
    owner.ok.patch(`/messages/${id}`, { stream_id: channelId });
  await moveTo(web);
  expect(await lastNotice()).toContain('moved here from another channel by');
  await moveTo(inside);
  expect(await lastNotice()).toContain('>#on the web &gt; x</a> by');
});

it('notifies moderators and authors of such names', async () => {
  const { owner, moderator, member, member2 } = world;
  const moderation = await makeChannel(owner, 'moderation', [owner, moderator, member2], { invite_only: true });
  await owner.ok.patch('/realm', { moderation_request_channel_id: moderation });
  const reported = await say(member, 'hall', call);
  await member.ok.post(`/messages/${reported}/report`, { report_type: 'spam' });
  expect(await lastNotice()).toMatch(
    new RegExp(`reported a message in <a href="/#narrow/channel/\\d+-hall/topic/[^/"]+/with/${reported}">`),
  );

  const named = await makeChannel(owner, `**${call}`, [owner, member2]);
  const at = Math.floor(world.clock.nowMs / 1000) + 60;
  const later = { type: 'channel', to: named, topic: 'x', content: 'later', scheduled_delivery_timestamp: at };
  await member2.ok.post('/scheduled_messages', later);
  await owner.ok.delete(`/streams/${named}`);
  world.clock.advance(61_000);
  await doDue(world);
  expect(await lastNotice()).toContain(`>#**${call}</a> was not sent because of the following error`);
  expect(await lastNotice()).toContain(`Not authorized to send to channel '**${call}'`);
});

it('quotes a reported message, which calls no one', async () => {
  const { member } = world;
  await member.ok.post(`/messages/${await say(member, 'hall', 'x', '@**Mia Member**')}/report`, {
    report_type: 'spam',
  });
  expect(await lastNotice()).toContain(
    `<span class="user-mention silent" data-user-id="${world.member2.userId}">Mia Member</span>`,
  );
});

it('names as many channels as fit where someone is put into a hundred', async () => {
  const subscriptions = Array.from({ length: 100 }, (_, number) => ({ name: `${number} ${'*'.repeat(56)}` }));
  await world.owner.ok.post('/users/me/subscriptions', { subscriptions, principals: [world.member2.userId] });
  expect(await lastNotice()).toMatch(/<li>and \d+ more<\/li>/);
});
