/** Fixtures of the chat tests for sending and writing: one office for each test file whose server can stop and restart, with users and pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { callApi } from './api-call.ts';
import { HearthProcess, owner } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { pageIn } from './kept-pages.ts';
import { signIn } from './sessions.ts';

export interface Person {
  email: string;
  name: string;
  userId: number;
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'hearth-chat-'));

export interface SentMessage {
  id: number;
  content: string;
  subject: string;
  sender_id: number;
}

export class ChatOffice<Server extends HostedServer | HearthProcess = HostedServer> {
  readonly dataDir: string;
  hearth: Server;
  /** By e-mail. Asked for once: each proof of a password takes its time. */
  private readonly keys = new Map<string, Promise<string>>();

  private constructor(dataDir: string, hearth: Server) {
    this.dataDir = dataDir;
    this.hearth = hearth;
  }

  static async open(): Promise<ChatOffice> {
    const dataDir = await newFolder();
    return new ChatOffice(dataDir, await HostedServer.start(dataDir));
  }

  /** One whose server is a process of its own, which can be killed. */
  static async inProcess(): Promise<ChatOffice<HearthProcess>> {
    const dataDir = await newFolder();
    return new ChatOffice(dataDir, await HearthProcess.start({ dataDir }));
  }

  /** An office in which someone beside its owner is in a channel of both. */
  static async withWorkshop(): Promise<{ office: ChatOffice; ben: Person; channelId: number }> {
    const office = await ChatOffice.open();
    return { office, ...(await office.withBen()) };
  }

  async withBen(): Promise<{ ben: Person; channelId: number }> {
    const ben = await this.newPerson('Ben Builder');
    return { ben, channelId: await this.newChannel('workshop', [ben]) };
  }

  async close(): Promise<void> {
    await this.hearth.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** The server where it was, on the data that is on the disk. */
  async startAgain(this: ChatOffice<HearthProcess> | ChatOffice): Promise<void> {
    if (this.hearth instanceof HostedServer) await this.hearth.startAgain();
    else this.hearth = await HearthProcess.start({ dataDir: this.dataDir, port: this.hearth.port });
  }

  /** Calls the API as someone, by password. @throws when the answer is not a success. */
  async call(
    email: string,
    method: string,
    path: string,
    params: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    return callApi(this.hearth.url, await this.authorization(email), method, path, params);
  }

  /** @returns what a request of someone's own program carries. */
  async authorization(email: string): Promise<string> {
    const key = this.keys.get(email) ?? this.keyOf(email);
    this.keys.set(email, key);
    return `Basic ${Buffer.from(`${email}:${await key}`).toString('base64')}`;
  }

  private async keyOf(email: string): Promise<string> {
    const body = new URLSearchParams({ username: email, password: owner.password });
    const answer = await fetch(`${this.hearth.url}/api/v1/fetch_api_key`, { method: 'POST', body });
    const { api_key: key } = (await answer.json()) as { api_key: string };
    return key;
  }

  async newPerson(name: string): Promise<Person> {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const account = { email, full_name: name, password: owner.password };
    const { user_id: userId } = await this.call(owner.email, 'POST', '/users', account);
    return { email, name, userId: Number(userId) };
  }

  /** A channel with the owner and these people in it. @returns its id */
  async newChannel(name: string, people: readonly Person[] = []): Promise<number> {
    const { user_id: ownerId } = await this.call(owner.email, 'GET', '/users/me');
    const subscribers = JSON.stringify([ownerId, ...people.map(({ userId }) => userId)]);
    const { id } = await this.call(owner.email, 'POST', '/channels/create', { name, subscribers });
    return Number(id);
  }

  /** Says something in a topic. @returns the message's id */
  async say(email: string, channelId: number, topic: string, content: string): Promise<number> {
    const message = { type: 'channel', to: String(channelId), topic, content };
    return Number((await this.call(email, 'POST', '/messages', message))['id']);
  }

  /** Mentions the owner in a topic. @returns the message's id */
  async mentionOwner(email: string, channelId: number, topic: string, content: string): Promise<number> {
    const { user_id: id, full_name: name } = await this.call(owner.email, 'GET', '/users/me');
    return this.say(email, channelId, topic, `@**${String(name)}|${String(id)}** ${content}`);
  }

  /** Writes to the owner alone. */
  async writeToOwner(email: string, content: string): Promise<void> {
    const { user_id: id } = await this.call(owner.email, 'GET', '/users/me');
    await this.call(email, 'POST', '/messages', { type: 'direct', to: `[${String(id)}]`, content });
  }

  /** Says many things of different lengths in a topic. @returns their ids */
  async sayMany(email: string, channelId: number, topic: string, count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let number = 1; number <= count; number += 1)
      ids.push(await this.say(email, channelId, topic, `${topic} ${number}: ${'words '.repeat((number * 7) % 40)}`));
    return ids;
  }

  /** Has the owner read messages. */
  async markAsRead(ids: readonly number[]): Promise<void> {
    await this.call(owner.email, 'POST', '/messages/flags', { messages: JSON.stringify(ids), op: 'add', flag: 'read' });
  }

  /** What the owner has not read of a topic. */
  async unreadIds(channelId: number, topic: string): Promise<number[]> {
    const narrow = JSON.stringify([
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
      { operator: 'is', operand: 'unread' },
    ]);
    const range = { anchor: 'oldest', num_before: '0', num_after: '1000', narrow };
    const { messages } = await this.call(owner.email, 'GET', '/messages', range);
    return (messages as { id: number }[]).map(({ id }) => id);
  }

  /** Puts a file on the server. @returns its address */
  async upload(email: string, name: string, type: string, bytes: Uint8Array): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
    const answer = await fetch(`${this.hearth.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: await this.authorization(email) },
      body: form,
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return (JSON.parse(text) as { url: string }).url;
  }

  /** Says something in a topic under a key of the sender's own, as the chat does. */
  async sendUnder(key: string, email: string, channelId: number, topic: string, content: string): Promise<void> {
    const answer = await fetch(`${this.hearth.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: await this.authorization(email), 'idempotency-key': key },
      body: new URLSearchParams({ type: 'channel', to: String(channelId), topic, content }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }

  /** All that the server has of a topic, the oldest first, as written. */
  async said(channelId: number, topic: string): Promise<SentMessage[]> {
    const narrow = JSON.stringify([
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
    ]);
    const range = { anchor: 'newest', num_before: '1000', num_after: '0', apply_markdown: 'false', narrow };
    return (await this.call(owner.email, 'GET', '/messages', range))['messages'] as SentMessage[];
  }

  /** The text of `said`. */
  async contentsOf(channelId: number, topic: string): Promise<string[]> {
    return (await this.said(channelId, topic)).map(({ content }) => content);
  }

  /** Signs in and opens the chat. @param url of a server before it, if it is not reached directly. */
  async openChat(
    context: BrowserContext,
    { email }: { email: string },
    fragment: string,
    url = this.hearth.url,
  ): Promise<Page> {
    const page = await pageIn(context);
    await signIn(context, url, email);
    await page.goto(`${url}/chat/${fragment}`);
    return page;
  }
}

export const topicAddress = (channelId: number, topic: string): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`;

/** The box in which one writes. */
export const box = (page: Page): Locator => page.getByRole('textbox', { name: /^Message / });

/** The row of one message. */
export const row = (page: Page, id: number): Locator => page.locator(`.message[data-message-id="${id}"]`);

/** Rows of messages that the server has. */
export const rows = (page: Page): Locator => page.locator('article[data-message-id]');

/** Rows of what is still to be sent. */
export const waitingRows = (page: Page): Locator => page.locator('article[data-outbox-key]');

/** The text of the messages on the page, in their order, those that wait among them. */
export const words = (page: Page): Promise<string[]> =>
  page.locator('article .message-body').evaluateAll((bodies) => bodies.map((body) => body.textContent?.trim() ?? ''));
