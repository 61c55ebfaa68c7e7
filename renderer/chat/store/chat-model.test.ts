/**
 * The chat without a screen, against a real server: what is sent is there once, whatever breaks in between, over edits, reloads and
 * restarts; drafts of two devices lose no words; a lost queue loses no message.
 */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { narrowKey, narrowTo } from '../routing/narrow.ts';
import { alertedOf } from './alerted.ts';
import { Browser, closeTabs, openTab, startOffice, type Tab, type World } from './model-kit.ts';
import { unsent } from './outbox.ts';
import { countUnread } from './unread.ts';

let world: World;
let channelId: number;

beforeAll(async () => {
  ({ world, channelId } = await startOffice());
});
afterAll(() => world.stop());
afterEach(closeTabs);

const place = (topic: string): Conversation => inChannel(channelId, topic);

/** All that the server has of a topic, the oldest first. */
async function contentsOf(topic: string): Promise<string[]> {
  const narrow = [
    ['channel', channelId],
    ['topic', topic],
  ];
  const range = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false, narrow };
  const { messages } = await world.owner.ok.get('/messages', range);
  return (messages as { content: string }[]).map(({ content }) => content);
}

/** Waits until nothing of a topic is left to be sent. @returns what the server has of it then */
async function sentFrom({ chat }: Tab, topic: string): Promise<string[]> {
  const waiting = (): string[] =>
    unsent(chat.outbox.entries.getState())
      .filter(({ conversation }) => conversation.kind === 'channel' && conversation.topic === topic)
      .map(({ content }) => content);
  await expect.poll(() => waiting()).toEqual([]);
  return contentsOf(topic);
}

const send = ({ chat }: Tab, topic: string, content: string): void => {
  chat.writing.put(place(topic), content);
  expect(chat.writing.send(place(topic))).toBe(true);
};

/** Opens the list of a topic. @returns what it shows, in its order */
async function openList({ chat }: Tab, topic: string): Promise<() => string[]> {
  const narrow = narrowTo(place(topic));
  await chat.ranges.open(narrow, 'newest');
  chat.visible.set(narrowKey(narrow), null);
  return () => (chat.ranges.get(narrowKey(narrow))?.ids ?? []).map((id) => chat.messages.get(id)?.content ?? '');
}

const inHtml = (contents: readonly string[]): string[] => contents.map((content) => `<p>${content}</p>`);

const isMessage = (method: string, path: string): boolean => method === 'POST' && path === '/api/v1/messages';

const entryOf = ({ chat }: Tab, content: string) =>
  chat.outbox.entries.getState().find((entry) => entry.content === content);

describe('a message of which no answer came', () => {
  /**
   * Writes what gets lost on its way, or its answer does, and comes back after two hours.
   * @param arrives the request did reach the server; `sent` is the content that it has, where that differs.
   */
  async function comeBackTo(
    browser: Browser,
    { topic, text, arrives, sent = text }: { topic: string; text: string; arrives: boolean; sent?: string },
  ): Promise<Tab> {
    const first = await openTab(browser);
    browser.fate = (method, path) => (isMessage(method, path) ? 'request is lost' : undefined);
    send(first, topic, text);
    // Only what was tried can have reached the server; a try that is under way would write the entry once more.
    await expect.poll(() => entryOf(first, text)).toMatchObject({ isTried: true, attempts: 1 });
    const key = entryOf(first, text)?.key ?? '';
    first.close();
    const [item = ''] = browser.storage.keys().filter((name) => name.startsWith('hearth.outbox.'));
    const entry = JSON.parse(browser.storage.get(item) ?? '{}') as { createdAt: number };
    browser.storage.set(item, JSON.stringify({ ...entry, createdAt: entry.createdAt - 7_200_000 }));
    if (arrives) {
      const body = new URLSearchParams({ type: 'channel', to: String(channelId), topic, content: sent });
      const headers = { 'Idempotency-Key': key };
      const { status } = await world.member.request('POST', '/messages', { body, headers });
      if (status !== 200) throw new Error(`the message was not sent: ${status}`);
    }
    browser.fate = () => undefined;
    const tab = await openTab(browser);
    await expect.poll(() => entryOf(tab, text)).toMatchObject({ failure: { kind: 'old' } });
    return tab;
  }

  const editTo = (tab: Tab, topic: string, before: string, text: string): void => {
    expect(tab.chat.outbox.edit(entryOf(tab, before)?.key ?? '')).toBe(true);
    expect(tab.chat.writing.textOf(place(topic))).toBe(before);
    send(tab, topic, text);
  };

  test.each([
    ['has', true],
    ['never got', false],
  ])('is there once, with its edited content, when the server %s it', async (what, arrives) => {
    const topic = `edited, ${what}`;
    const tab = await comeBackTo(await Browser.signedIn(world.member), { topic, text: 'first content', arrives });
    editTo(tab, topic, 'first content', 'edited content');
    expect(await sentFrom(tab, topic)).toEqual(['edited content']);
  });

  test('keeps its edit over a reload of the page', async () => {
    const browser = await Browser.signedIn(world.member);
    const topic = 'reloaded';
    const tab = await comeBackTo(browser, { topic, text: 'first content', arrives: true });
    expect(tab.chat.outbox.edit(entryOf(tab, 'first content')?.key ?? '')).toBe(true);
    tab.close();
    const again = await openTab(browser);
    expect(again.chat.writing.textOf(place(topic))).toBe('first content');
    send(again, topic, 'last content');
    expect(await sentFrom(again, topic)).toEqual(['last content']);
  });

  test('asks its writer when the first version may no longer be edited', async () => {
    const topic = 'fixed';
    const tab = await comeBackTo(await Browser.signedIn(world.member), { topic, text: 'fixed', arrives: true });
    await world.owner.ok.patch('/realm', { allow_message_editing: false });
    editTo(tab, topic, 'fixed', 'other');
    await expect.poll(() => entryOf(tab, 'other')).toMatchObject({ failure: { kind: 'sent-before' } });
    expect(await contentsOf(topic)).toEqual(['fixed']);
    tab.chat.outbox.retry(entryOf(tab, 'other')?.key ?? '');
    expect(await sentFrom(tab, topic)).toEqual(['fixed', 'other']);
    await world.owner.ok.patch('/realm', { allow_message_editing: true });
  });

  test('asks its writer when the server has another content under its key', async () => {
    const topic = 'reused';
    const browser = await Browser.signedIn(world.member);
    const tab = await comeBackTo(browser, { topic, text: 'mine', arrives: true, sent: 'another content' });
    tab.chat.outbox.retry(entryOf(tab, 'mine')?.key ?? '');
    await expect.poll(() => entryOf(tab, 'mine')).toMatchObject({ failure: { kind: 'sent-before' } });
    expect(await contentsOf(topic)).toEqual(['another content']);
    tab.chat.outbox.retry(entryOf(tab, 'mine')?.key ?? '');
    expect(await sentFrom(tab, topic)).toEqual(['another content', 'mine']);
  });

  test('goes as soon as the network is back, not when its next turn comes', async () => {
    const browser = await Browser.signedIn(world.member);
    const tab = await openTab(browser);
    const tries: number[] = [];
    let isAway = true;
    browser.fate = (method, path) => {
      if (!isMessage(method, path)) return undefined;
      tries.push(Date.now());
      return isAway ? 'request is lost' : undefined;
    };
    send(tab, 'network', 'over the gap');
    // Each pause is longer than the one before.
    const dueAt = (): number => entryOf(tab, 'over the gap')?.nextAttemptAt ?? 0;
    await expect.poll(() => dueAt() - Date.now()).toBeGreaterThan(3000);
    isAway = false;
    const [turn, before] = [dueAt(), tries.length];
    browser.tell('online');
    expect(await sentFrom(tab, 'network')).toEqual(['over the gap']);
    expect(tries.slice(before)).toEqual([expect.any(Number)]);
    expect(tries.at(-1)).toBeLessThan(turn);
  });
});

describe('sending', () => {
  test('twenty messages in a row arrive once each, in their order', async () => {
    const tab = await openTab(await Browser.signedIn(world.member));
    const shown = await openList(tab, 'fast');
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    for (const line of lines) send(tab, 'fast', line);
    expect(await sentFrom(tab, 'fast')).toEqual(lines);
    await expect.poll(() => shown()).toEqual(inHtml(lines));
  });

  test('makes one message when an answer is lost, and keeps the order of those after it', async () => {
    const browser = await Browser.signedIn(world.member);
    const tab = await openTab(browser);
    let lost = 0;
    browser.fate = (method, path) => (isMessage(method, path) && (lost += 1) === 1 ? 'answer is lost' : undefined);
    const shown = await openList(tab, 'lost answer');
    const lines = ['one', 'two', 'three'];
    for (const line of lines) send(tab, 'lost answer', line);
    expect(await sentFrom(tab, 'lost answer')).toEqual(lines);
    await expect.poll(() => shown()).toEqual(inHtml(lines));
    expect(lost).toBeGreaterThan(2);
  });

  test('keeps what is written while the server is away, over a closed tab, and sends it once', async () => {
    const browser = await Browser.signedIn(world.member);
    const tab = await openTab(browser);
    browser.fate = () => 'request is lost';
    const lines = ['first, without a server', 'second', 'third'];
    for (const line of lines) send(tab, 'away', line);
    tab.close();
    browser.fate = () => undefined;
    await world.restart();
    expect(await sentFrom(await openTab(browser), 'away')).toEqual(lines);
  });

  test('goes on after a restart of the server, without a double', async () => {
    const tab = await openTab(await Browser.signedIn(world.member));
    send(tab, 'restart', 'before');
    expect(await sentFrom(tab, 'restart')).toEqual(['before']);
    const restarted = world.restart();
    send(tab, 'restart', 'into the restart');
    await restarted;
    expect(await sentFrom(tab, 'restart')).toEqual(['before', 'into the restart']);
  });
});

describe('an event queue that is lost', () => {
  test('is registered again, and a message from in between is there', async () => {
    const tab = await openTab(await Browser.signedIn(world.owner));
    const say = async (content: string): Promise<unknown> =>
      world.member.ok.post('/messages', { type: 'channel', to: channelId, topic: 'lost queue', content });
    await say('before');
    const shown = await openList(tab, 'lost queue');
    await expect.poll(() => shown()).toEqual(inHtml(['before']));
    const { queues } = await world.owner.ok.get('/console/event_queues');
    for (const { queue_id: id } of queues as { queue_id: string }[])
      await world.owner.ok.delete(`/console/event_queues/${encodeURIComponent(id)}`);
    await say('in between');
    await expect.poll(() => shown()).toEqual(inHtml(['before', 'in between']));
    expect(tab.chat.state.getState()).toMatchObject({ registrations: 2, replacements: 0 });
  });
});

describe('drafts of two devices', () => {
  interface Draft {
    id: number;
    topic: string;
    content: string;
  }
  const draftsIn = async (topic: string): Promise<Draft[]> =>
    ((await world.member.ok.get('/drafts'))['drafts'] as Draft[]).filter((draft) => draft.topic === topic);
  const contents = async (topic: string): Promise<string[]> =>
    (await draftsIn(topic)).map(({ content }) => content).toSorted();

  /** Writes into the box of a topic and leaves it, and waits for the server to have it. */
  async function begin({ chat }: Tab, topic: string, text: string): Promise<number> {
    chat.writing.put(place(topic), text);
    chat.writing.drafts.leave(place(topic));
    await expect.poll(async () => contents(topic)).toEqual([text]);
    return (await draftsIn(topic))[0]?.id ?? 0;
  }

  /** The other device changes the draft. */
  const changeElsewhere = async (id: number, topic: string, content: string): Promise<unknown> => {
    const draft = { type: 'stream', to: [channelId], topic, content, timestamp: Date.now() / 1000 + 60 };
    return world.member.ok.patch(`/drafts/${id}`, { draft });
  };

  test('do not write over each other when one has not heard of the other', async () => {
    const topic = 'unheard';
    const browser = await Browser.signedIn(world.member);
    const tab = await openTab(browser);
    const id = await begin(tab, topic, 'from the phone');
    browser.fate = (_method, path) => (path.startsWith('/api/v1/events') ? 'request is lost' : undefined);
    // A poll that waits already is answered, and the next one is not.
    await world.owner.ok.post('/messages', { type: 'channel', to: channelId, topic, content: 'A word between.' });
    await expect.poll(() => tab.chat.state.getState().connection).toBe('lost');
    await changeElsewhere(id, topic, 'of the desktop');
    tab.chat.writing.put(place(topic), 'from the phone, more of it');
    tab.chat.writing.drafts.leave(place(topic));
    const both = ['from the phone, more of it', 'of the desktop'];
    await expect.poll(async () => contents(topic)).toEqual(both);
  });

  test('are saved when the server answers again, before their next turn comes', async () => {
    const topic = 'back again';
    const browser = await Browser.signedIn(world.member);
    const tab = await openTab(browser);
    let lost = 0;
    browser.fate = (_method, path) => {
      if (path.startsWith('/api/v1/drafts')) lost += 1;
      return 'request is lost';
    };
    await world.owner.ok.post('/messages', { type: 'channel', to: channelId, topic, content: 'Wakes the poll.' });
    await expect.poll(() => tab.chat.state.getState().connection).toBe('lost');
    // Their next turn, after fifteen seconds, never comes.
    const { setTimeout: wait } = globalThis;
    const withoutTurns = (ended: () => void, ms?: number): unknown => (ms === 15_000 ? undefined : wait(ended, ms));
    vi.stubGlobal('setTimeout', withoutTurns);
    onTestFinished(() => void vi.unstubAllGlobals());
    tab.chat.writing.put(place(topic), 'written on the train');
    tab.chat.writing.drafts.leave(place(topic));
    await expect.poll(() => lost).toBe(1);
    browser.fate = () => undefined;
    await expect.poll(async () => contents(topic)).toEqual(['written on the train']);
  });

  test('join in one box when a text lost its draft and no request can save it', async () => {
    const topic = 'bad line';
    const browser = await Browser.signedIn(world.member);
    const tab = await openTab(browser);
    const id = await begin(tab, topic, 'from the phone');
    // It hears, and cannot say anything.
    browser.fate = (_method, path) => (path.startsWith('/api/v1/drafts') ? 'request is lost' : undefined);
    tab.chat.writing.put(place(topic), 'from the phone, more of it');
    await changeElsewhere(id, topic, 'of the desktop');
    const joined = 'of the desktop\n\nfrom the phone, more of it';
    await expect.poll(() => tab.chat.writing.textOf(place(topic))).toBe(joined);
    browser.fate = () => undefined;
    tab.chat.writing.drafts.leave(place(topic));
    await expect.poll(async () => contents(topic)).toEqual([joined]);
    tab.chat.writing.put(place(topic), '');
    tab.chat.writing.drafts.leave(place(topic));
    await expect.poll(async () => contents(topic)).toEqual([]);
  });
});

test('what was read while requests are lost is read here at once, and at the server when the tab is closed', async () => {
  const browser = await Browser.signedIn(world.owner);
  const tab = await openTab(browser);
  const shown = await openList(tab, 'read');
  const said = { type: 'channel', to: channelId, topic: 'read', content: 'to be read' };
  const id = Number((await world.member.ok.post('/messages', said))['id']);
  await expect.poll(() => shown()).toEqual(inHtml(['to be read']));
  let lost = 0;
  browser.fate = (_method, path) => {
    if (path !== '/api/v1/messages/flags') return undefined;
    lost += 1;
    return 'request is lost';
  };
  const flagsThere = async (): Promise<unknown> =>
    ((await world.owner.ok.get(`/messages/${id}`))['message'] as { flags: string[] }).flags;
  tab.chat.reading.mark([id]);
  expect(tab.chat.messages.get(id)?.flags).toContain('read');
  await expect.poll(() => lost).toBe(1);
  expect(await flagsThere()).toEqual([]);
  browser.fate = () => undefined;
  tab.close();
  await expect.poll(async () => flagsThere()).toEqual(['read']);
});

test('counts unread messages with an alert word as mentions, also those from before, but not in a muted topic', async () => {
  const say = async (topic: string): Promise<void> =>
    void (await world.member.ok.post('/messages', {
      type: 'channel',
      to: channelId,
      topic,
      content: 'the forge is hot',
    }));
  await world.owner.ok.post('/users/me/alert_words', { alert_words: ['forge'] });
  await world.owner.ok.post('/user_topics', { stream_id: channelId, topic: 'quiet', visibility_policy: 1 });
  await say('before');
  await say('quiet');
  const { chat } = await openTab(await Browser.signedIn(world.owner));
  const alerted = alertedOf(chat);
  const mentions = (topic: string): number | undefined =>
    countUnread(chat.clientState, alerted.getState()).byConversation.get(keyOf(place(topic)))?.mentions;
  await vi.waitFor(() => expect(mentions('before')).toBe(1), { timeout: 20_000 });
  await say('after');
  await vi.waitFor(() => expect(mentions('after')).toBe(1), { timeout: 20_000 });
  expect(mentions('quiet')).toBe(0);
});
