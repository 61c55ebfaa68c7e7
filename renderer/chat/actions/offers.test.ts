/** Offers of the chat beside the rules of the server, for each role and kind of channel: what is offered is taken, and what is not would be refused. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inChannel } from '../../client/state/conversation.ts';
import { Browser, closeTabs, openTab, startOffice, type Person, type Tab, type World } from '../store/model-kit.ts';
import { whyNoPosting } from '../store/posting.ts';
import { isAllowed, type Action } from './action.ts';
import { channelActions } from './channel.ts';
import type { MessageTarget } from './message-target.ts';
import { messageActions } from './message.ts';
import { topicActions, type ChannelTopic } from './topic.ts';

const roles = ['owner', 'admin', 'moderator', 'member', 'guest'] as const;
type Role = (typeof roles)[number];
const kinds = ['open', 'announcements', 'elsewhere', 'vault', 'club'] as const;
type Kind = (typeof kinds)[number];

const names = { channel: () => 'x', user: () => undefined, me: 0 };
let world: World & Record<Role, Person>;
/** A group with a member and a guest, who holds nothing by it that guests may not hold. */
let crew: number;
const channels = {} as Record<Kind, number>;
const apart: Readonly<Record<Kind, boolean>> = {
  open: false,
  announcements: false,
  elsewhere: true,
  vault: true,
  club: false,
};

beforeAll(async () => {
  const office = await startOffice();
  world = office.world as typeof world;
  vi.stubGlobal('location', { hash: '', href: '' });
  const { owner } = world;
  const made = await owner.ok.post('/user_groups/create', {
    name: 'crew',
    description: 'x',
    members: [world.member.userId, world.guest.userId],
  });
  crew = Number(made['group_id']);
  for (const kind of kinds) {
    const subscribers = apart[kind] ? [owner.userId] : roles.map((role) => world[role].userId);
    const { id } = await owner.ok.post('/channels/create', {
      name: kind,
      subscribers,
      invite_only: kind === 'vault' || kind === 'club',
    });
    channels[kind] = Number(id);
  }
  const { user_groups: groups } = await owner.ok.get('/user_groups');
  const admins = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:administrators');
  await owner.ok.patch(`/streams/${channels.announcements}`, { can_send_message_group: { new: admins?.id } });
  for (const setting of [
    'can_administer_channel_group',
    'can_delete_any_message_group',
    'can_move_messages_out_of_channel_group',
    'can_add_subscribers_group',
  ])
    await owner.ok.patch(`/streams/${channels.club}`, { [setting]: { new: crew } });
  await owner.ok.patch('/realm', {
    can_move_messages_between_channels_group: { new: admins?.id },
    message_edit_history_visibility_policy: 'none',
  });
});
afterAll(async () => {
  closeTabs();
  vi.unstubAllGlobals();
  await world.stop();
});

/** A new message of the owner, edited once. */
async function say(kind: Kind, topic = 'jars'): Promise<number> {
  const { id } = await world.owner.ok.post('/messages', {
    type: 'channel',
    to: channels[kind],
    topic,
    content: 'Jars',
  });
  await world.owner.ok.patch(`/messages/${Number(id)}`, { content: 'Nine jars' });
  return Number(id);
}

async function isTaken(by: Person, method: string, path: string, params: object = {}): Promise<boolean> {
  const sent = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const form = new URLSearchParams(sent as [string, string][]);
  const options = method === 'GET' ? { query: form.toString() } : { body: form };
  return (await by.request(method, path, options)).status === 200;
}

type Asks = (by: Person, kind: Kind, id: number) => Promise<boolean>;

/** What each offer about a channel asks. */
const ofChannel: Readonly<Record<string, Asks>> = {
  'edit-channel': (by, kind) => isTaken(by, 'PATCH', `/streams/${channels[kind]}`, { description: `by ${by.userId}` }),
  'add-link': (by, kind) =>
    isTaken(by, 'POST', `/streams/${channels[kind]}/links`, { title: 'x', url: 'https://example.com/' }),
  'add-people': (by, kind) =>
    isTaken(by, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: kind }],
      principals: [world.owner.userId],
    }),
  'join-channel': async (by, kind) => {
    const isJoined = await isTaken(by, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: kind }] });
    if (isJoined) await by.ok.delete('/users/me/subscriptions', { subscriptions: [kind] });
    return isJoined;
  },
};
const ofTopic: Readonly<Record<string, Asks>> = {
  'resolve-topic': (by, _kind, id) =>
    isTaken(by, 'PATCH', `/messages/${id}`, { topic: '✔ jars', propagate_mode: 'change_one' }),
  'rename-topic': (by, _kind, id) =>
    isTaken(by, 'PATCH', `/messages/${id}`, { topic: `cups ${by.userId}`, propagate_mode: 'change_one' }),
  'delete-topic': async (by, kind) => {
    const topic = `gone ${by.userId}`;
    await say(kind, topic);
    return isTaken(by, 'POST', `/streams/${channels[kind]}/delete_topic`, { topic_name: topic });
  },
};
const ofMessage: Readonly<Record<string, Asks>> = {
  'pin-topic': (by, _kind, id) => isTaken(by, 'POST', `/messages/${id}/pin`, { scope: 'topic' }),
  history: (by, _kind, id) => isTaken(by, 'GET', `/messages/${id}/history`),
  react: (by, _kind, id) => isTaken(by, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }),
  readers: (by, _kind, id) => isTaken(by, 'GET', `/messages/${id}/read_receipts`),
  delete: async (by, kind) => isTaken(by, 'DELETE', `/messages/${await say(kind)}`),
};

const offers = <T>(actions: readonly Action<T>[], id: string, target: T): boolean => {
  const action = actions.find((one) => one.id === id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return isAllowed(action, target);
};

describe.each(roles)('the chat offers to the %s', (role) => {
  let tab: Tab;
  beforeAll(async () => {
    closeTabs();
    tab = await openTab(await Browser.signedIn(world[role]));
  });

  test.each(kinds)('in the channel "%s" what the server takes, and nothing else', async (kind) => {
    const { chat } = tab;
    const by = world[role];
    const channelId = channels[kind];
    if (!chat.clientState.channels.channels.has(channelId)) return;
    const offered: Record<string, boolean> = {};
    const taken: Record<string, boolean> = {};
    const conversation = inChannel(channelId, 'jars') as ChannelTopic;
    offered['box'] = whyNoPosting(chat.clientState, conversation) === null;
    taken['box'] = await isTaken(by, 'POST', '/messages', {
      type: 'channel',
      to: channelId,
      topic: 'jars',
      content: 'x',
    });
    const id = await say(kind);
    for (const [name, ask] of Object.entries(ofChannel)) {
      if (name === 'join-channel' && chat.clientState.channels.subscriptions.has(channelId)) continue;
      offered[name] = offers(channelActions, name, { chat, names, channelId });
      taken[name] = await ask(by, kind, id);
    }
    if (await isTaken(by, 'GET', `/messages/${id}`)) {
      await chat.ranges.open([{ operator: 'channel', operand: channelId }], 'newest');
      const message = chat.messages.get(id);
      if (message === undefined) throw new Error('no message');
      const target: MessageTarget = { chat, names, narrow: [], message, at: { x: 0, y: 0 }, button: null };
      for (const [name, ask] of Object.entries({ ...ofTopic, ...ofMessage })) {
        const isOfTopic = name in ofTopic;
        offered[name] = isOfTopic
          ? offers(topicActions, name, { chat, names, conversation })
          : offers(messageActions, name, target);
        taken[name] = await ask(by, kind, await say(kind));
      }
      offered['unread-from'] = offers(messageActions, 'unread-from', target);
      taken['unread-from'] = chat.clientState.channels.subscriptions.has(channelId);
    }
    expect(offered).toEqual(taken);
  });
});
