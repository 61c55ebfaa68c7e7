/** Two tabs of one browser, against a real server: no text is lost, and none becomes a draft after it was sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inChannel, type Conversation } from '../../client/state/conversation.ts';
import { Browser, closeTabs, openSeparateTab, startOffice, type Tab, type World } from './model-kit.ts';

let world: World;
let channelId: number;
let browser: Browser;
let first: Tab;
let second: Tab;

const place = (topic: string): Conversation => inChannel(channelId, topic);
const textIn = ({ chat }: Tab, topic: string): string => chat.writing.textOf(place(topic));
const write = ({ chat }: Tab, topic: string, text: string): void => chat.writing.put(place(topic), text);
const leave = ({ chat }: Tab, topic: string): void => chat.writing.drafts.leave(place(topic));
const send = ({ chat }: Tab, topic: string): void => expect(chat.writing.send(place(topic))).toBe(true);
const wait = async (ms: number): Promise<void> => new Promise((ended) => setTimeout(ended, ms));

const draftsIn = async (topic: string): Promise<string[]> =>
  ((await world.member.ok.get('/drafts'))['drafts'] as { topic: string; content: string }[])
    .filter((draft) => draft.topic === topic)
    .map(({ content }) => content)
    .toSorted();

const ended = ['sent', 'sent later', 'sent there', 'emptied', 'moved'];

beforeAll(async () => {
  ({ world, channelId } = await startOffice());
  browser = await Browser.signedIn(world.member);
  // Written in one tab, while no request can save it; then another tab is opened.
  browser.fate = (_method, path) => (path.startsWith('/api/v1/drafts') ? 'request is lost' : undefined);
  first = await openSeparateTab(browser);
  for (const topic of [...ended, 'grown', 'twins']) write(first, topic, 'half');
  second = await openSeparateTab(browser);
  for (const topic of [...ended, 'grown', 'twins'])
    if (textIn(second, topic) !== 'half') throw new Error(`the second tab does not show the text of ${topic}`);
  browser.fate = () => undefined;
});
afterAll(async () => {
  closeTabs();
  await world.stop();
});

test('the same text in two tabs, saved at once by a slow server, stays one draft', async () => {
  const { fetch: answerOf } = browser;
  let deletions = 0;
  browser.fetch = async (path, options) => {
    if (path.startsWith('/api/v1/drafts')) await wait(300);
    if (options.method === 'DELETE') deletions += 1;
    return answerOf(path, options);
  };
  for (const tab of [first, second]) {
    write(tab, 'twins', 'hello you');
    leave(tab, 'twins');
  }
  await expect.poll(() => deletions).toBeGreaterThan(0);
  await wait(500);
  expect(await draftsIn('twins')).toEqual(['hello you']);
  expect([textIn(first, 'twins'), textIn(second, 'twins')]).toEqual(['hello you', 'hello you']);
  browser.fetch = answerOf;
});

test('a text that is sent leaves the tab that was opened while it was written', async () => {
  send(first, 'sent');
  write(first, 'sent later', 'half and the rest');
  await expect.poll(() => textIn(second, 'sent later')).toBe('half and the rest');
  send(first, 'sent later');
  send(second, 'sent there');
  write(first, 'emptied', '');
  first.chat.writing.moveWords(place('moved'), place('elsewhere'));
  for (const topic of ended) await expect.poll(() => [textIn(first, topic), textIn(second, topic)]).toEqual(['', '']);
  expect(textIn(first, 'elsewhere')).toBe('half');
  // Beyond the time after which a tab saves its own text.
  await wait(3500);
  for (const topic of ended) expect(await draftsIn(topic), topic).toEqual([]);
  expect(await draftsIn('elsewhere')).toEqual(['half']);
});

test('more text that is written in the second tab stays when the first one sends', async () => {
  write(second, 'grown', 'half of another');
  send(first, 'grown');
  await wait(100);
  expect(textIn(second, 'grown')).toBe('half of another');
  leave(second, 'grown');
  await expect.poll(async () => draftsIn('grown')).toEqual(['half of another']);
});

test('a text that was just sent here may be begun again on another device', async () => {
  write(first, 'again', 'ok');
  send(first, 'again');
  await wait(1100);
  const timestamp = Math.floor(Date.now() / 1000);
  const draft = { type: 'stream', to: [channelId], topic: 'again', content: 'ok', timestamp };
  await world.member.ok.post('/drafts', { drafts: [draft] });
  await expect.poll(() => textIn(first, 'again')).toBe('ok');
  await wait(300);
  expect(await draftsIn('again')).toEqual(['ok']);
});
