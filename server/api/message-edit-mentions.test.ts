/** Mentions and alert words that an edit adds or takes away: the flags of each recipient, in fetches, events and narrows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetched, fetchOne, makeChannel, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let groupId: number;
beforeAll(async () => {
  world = await startWorld();
  const { owner, member, member2, guest } = world;
  await makeChannel(owner, 'edited', [owner, member, member2, guest]);
  groupId = (
    await owner.ok.post('/user_groups/create', {
      name: 'cooks',
      description: '',
      members: [member2.userId, world.admin.userId],
    })
  )['group_id'] as number;
  await member2.ok.post('/users/me/alert_words', { alert_words: ['stove'] });
});
afterAll(async () => world.stop());

const kinds = (): [text: string, flag: string, narrow: string][] => [
  [`@**${world.member2.name}**`, 'mentioned', 'mentioned'],
  ['@*cooks*', 'mentioned', 'mentioned'],
  ['@**all**', 'stream_wildcard_mentioned', 'mentioned'],
  ['@**topic**', 'topic_wildcard_mentioned', 'mentioned'],
  ['the stove', 'has_alert_word', 'alerted'],
];

it('adds each flag, keeps the message unread, and takes the flag away with the words', async () => {
  const { member, member2 } = world;
  // Topic mentions are for those who took part.
  await say(member2, 'edited', 'kinds', 'here');
  for (const [text, flag, kind] of kinds()) {
    const id = await say(member, 'edited', 'kinds', 'plain');
    const queue = await member2.register({ event_types: ['update_message'] });
    const isFound = async (): Promise<boolean> =>
      (await fetched(member2, { narrow: [['is', kind]] })).some((message) => message.id === id);
    for (const [content, flags] of [
      [`now ${text}`, [flag]],
      [`still ${text}`, [flag]],
      ['plain again', []],
    ] as const) {
      await member.ok.patch(`/messages/${id}`, { content });
      const had = (await fetchOne(member2, id)).flags.filter((one) => one !== 'wildcard_mentioned');
      expect([content, had]).toEqual([content, flags]);
      expect([content, await isFound()]).toEqual([content, flags.length > 0]);
      expect(await queue.events()).toMatchObject([
        { message_id: id, flags: expect.arrayContaining([...flags]) as string[] },
      ]);
    }
  }
});

it('leaves a message read that was read', async () => {
  const { member, member2 } = world;
  for (const [text, flag] of kinds()) {
    const id = await say(member, 'edited', 'kinds', 'read');
    await member2.ok.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await member.ok.patch(`/messages/${id}`, { content: `read ${text}` });
    expect((await fetchOne(member2, id)).flags).toEqual(expect.arrayContaining(['read', flag]));
  }
});

it('counts an added mention among the unread ones', async () => {
  const { member, member2 } = world;
  const id = await say(member, 'edited', 'counted', 'plain');
  const mentions = async (): Promise<unknown> =>
    (
      (await member2.register({ event_types: ['message', 'update_message_flags'] })).state['unread_msgs'] as {
        mentions: number[];
      }
    ).mentions;
  expect(await mentions()).not.toContain(id);
  await member.ok.patch(`/messages/${id}`, { content: `@**${member2.name}**` });
  expect(await mentions()).toContain(id);
  await member.ok.patch(`/messages/${id}`, { content: 'nobody' });
  expect(await mentions()).not.toContain(id);
});

it('gives no flag for silent mentions, quotations, code, or to those who do not receive the message', async () => {
  const { member, member2, admin, owner } = world;
  const id = await say(member, 'edited', 'quiet', 'plain');
  const name = member2.name;
  for (const content of [`@_**${name}**`, `> @**${name}**`, `\`@**${name}**\``, '@_*cooks*', '@_**all**'])
    expect([content, (await edited(id, content, member2)).flags]).toEqual([content, []]);
  await edited(id, '@*cooks* and all', member2);
  expect(await fetched(admin, { narrow: [['is', 'mentioned']] })).toEqual([]);
  const direct = await write(member, [owner.userId], 'plain');
  await member.ok.patch(`/messages/${direct}`, { content: `@**${name}** @**${owner.name}**` });
  expect((await fetchOne(owner, direct)).flags).toEqual(['mentioned']);
  expect((await fetched(member2, { narrow: [['is', 'mentioned']] })).some((message) => message.id === direct)).toBe(
    false,
  );
});

const edited = async (id: number, content: string, reader: World['member']) => {
  await world.member.ok.patch(`/messages/${id}`, { content });
  return fetchOne(reader, id);
};

it('refuses mentions that the author may not make, as sending does', async () => {
  const { owner, member, member2 } = world;
  const nobody = { new: { direct_members: [], direct_subgroups: [] } };
  await owner.ok.patch(`/user_groups/${groupId}`, { can_mention_group: nobody });
  const id = await say(member, 'edited', 'refused', 'plain');
  expect(await member.patch(`/messages/${id}`, { content: '@*cooks* hello' })).toMatchObject({ status: 400 });
  expect(await fetchOne(member2, id)).toMatchObject({ content: '<p>plain</p>', flags: [] });
});
