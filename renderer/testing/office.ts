/** An office for tests of pages: the built server in a process of its own, its people, and what they do in other clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const e2e = join(import.meta.dirname, '../../e2e');

/** What is needed of e2e/, which is of another project and found by its path. */
interface Hosted {
  url: string;
  /** The one-time link that makes an organization. */
  setupLink: string | null;
  stop: () => Promise<void>;
}
interface Hosting {
  HostedServer: {
    startFresh: (dataDir: string, host: string) => Promise<Hosted>;
    startDemo: (dataDir: string) => Promise<Hosted>;
  };
}
type CallApi = (
  url: string,
  authorization: string,
  method: string,
  path: string,
  params?: Record<string, string>,
) => Promise<Record<string, unknown>>;

export interface Person {
  email: string;
  name: string;
  userId: number;
}

/** The owner of every office but the demo; the password is everyone's. */
export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

export class Office {
  readonly #server: Hosted;
  readonly #callApi: CallApi;
  readonly #dataDir: string;
  /** Has the password of the other users, too. */
  readonly owner: { email: string; password: string };
  /** By email address. */
  readonly #authorizations = new Map<string, Promise<string>>();

  private constructor(server: Hosted, callApi: CallApi, dataDir: string, ownAccount = owner) {
    this.#server = server;
    this.#callApi = callApi;
    this.#dataDir = dataDir;
    this.owner = ownAccount;
  }

  /** Starts the server on a new folder, with its owner. */
  static async open(): Promise<Office> {
    const { HostedServer } = (await import(/* @vite-ignore */ join(e2e, 'hosted-server.ts'))) as Hosting;
    const { callApi } = (await import(/* @vite-ignore */ join(e2e, 'api-call.ts'))) as { callApi: CallApi };
    const dataDir = await mkdtemp(join(tmpdir(), 'hearth-page-'));
    const server = await HostedServer.startFresh(dataDir, '127.0.0.1');
    const token = server.setupLink?.split('token=').at(-1) ?? '';
    const organization = { token, organization_name: 'Test office', full_name: 'Owner', ...owner };
    await callApi(server.url, '', 'POST', '/console/setup', organization);
    return new Office(server, callApi, dataDir);
  }

  /** Starts the server on a copy of the demo, which the first test that asks for it builds. */
  static async openDemo(): Promise<Office> {
    // The demo is shared by all files of a run, as the folder of the global setup is.
    process.env['HEARTH_TEST_DEMO_SHELF'] ??= process.env['HEARTH_TEST_SHARED'] ?? '';
    const { HostedServer } = (await import(/* @vite-ignore */ join(e2e, 'hosted-server.ts'))) as Hosting;
    const { callApi } = (await import(/* @vite-ignore */ join(e2e, 'api-call.ts'))) as { callApi: CallApi };
    const { demo } = (await import(/* @vite-ignore */ join(e2e, 'hearth-process.ts'))) as {
      demo: { owner: string; password: string };
    };
    const dataDir = await mkdtemp(join(tmpdir(), 'hearth-page-'));
    const server = await HostedServer.startDemo(dataDir);
    return new Office(server, callApi, dataDir, { email: demo.owner, password: demo.password });
  }

  /** Stops the server and deletes its folder. */
  async close(): Promise<void> {
    await this.#server.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  get url(): string {
    return this.#server.url;
  }

  /** Calls the API as another client of a user. @throws when the answer is not a success. */
  async call(
    email: string,
    method: string,
    path: string,
    params: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const authorization = this.#authorizations.get(email) ?? this.#authorizationOf(email);
    this.#authorizations.set(email, authorization);
    return this.#callApi(this.url, await authorization, method, path, params);
  }

  /** Calls the API as another client of the owner. */
  async elsewhere(method: string, path: string, params?: Record<string, string>): Promise<Record<string, unknown>> {
    return this.call(this.owner.email, method, path, params);
  }

  async #authorizationOf(email: string): Promise<string> {
    const form = { username: email, password: this.owner.password };
    const { api_key: key } = await this.#callApi(this.url, '', 'POST', '/fetch_api_key', form);
    return `Basic ${Buffer.from(`${email}:${String(key)}`).toString('base64')}`;
  }

  /** Makes an account by an invitation. */
  async newPerson(name: string): Promise<Person> {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    const key = (await this.invite(email)).link.split('/').at(-1) ?? '';
    const form = { full_name: name, password: owner.password };
    const { user_id: userId } = await this.#callApi(this.url, '', 'POST', `/console/join/${key}`, form);
    return { email, name, userId: Number(userId) };
  }

  /** Invites one address. */
  async invite(email: string, channels: number[] = []): Promise<{ id: number; link: string }> {
    await this.elsewhere('POST', '/invites', { invitee_emails: email, stream_ids: JSON.stringify(channels) });
    const { invitations } = await this.elsewhere('GET', '/console/invitations');
    const made = (invitations as { id: number; email: string | null; link_url: string }[]).find(
      (each) => each.email === email,
    );
    if (made === undefined) throw new Error(`no invitation to ${email}`);
    return { id: made.id, link: made.link_url };
  }

  /** Creates a channel of the owner and these people. @returns its id */
  async newChannel(name: string, people: readonly Person[]): Promise<number> {
    const { user_id: id } = await this.elsewhere('GET', '/users/me');
    const subscribers = JSON.stringify([Number(id), ...people.map(({ userId }) => userId)]);
    return Number((await this.elsewhere('POST', '/channels/create', { name, subscribers }))['id']);
  }

  /** Makes an account that is subscribed to a channel. @param channel its name */
  async newMember(name: string, channel: string): Promise<Person> {
    const person = await this.newPerson(name);
    const subscriptions = JSON.stringify([{ name: channel }]);
    await this.elsewhere('POST', '/users/me/subscriptions', { subscriptions, principals: `[${person.userId}]` });
    return person;
  }

  /** Sends a message to a topic. @returns its id */
  async say(email: string, channelId: number, topic: string, content: string): Promise<number> {
    const message = { type: 'channel', to: String(channelId), topic, content };
    return Number((await this.call(email, 'POST', '/messages', message))['id']);
  }

  /** Messages of a topic as they are written, the oldest first. */
  async said(channelId: number, topic: string): Promise<{ id: number; content: string }[]> {
    const narrow = JSON.stringify([
      ['channel', channelId],
      ['topic', topic],
    ]);
    const range = { anchor: 'newest', num_before: '100', num_after: '0', apply_markdown: 'false', narrow };
    return (await this.elsewhere('GET', '/messages', range))['messages'] as { id: number; content: string }[];
  }

  /** The contents of `said`. */
  async contentsOf(channelId: number, topic: string): Promise<string[]> {
    return (await this.said(channelId, topic)).map(({ content }) => content);
  }

  /** Uploads a text file as a user. @returns its path for a message */
  async upload(email: string, name: string, content: string): Promise<string> {
    const authorization = await (this.#authorizations.get(email) ?? this.#authorizationOf(email));
    const body = new FormData();
    body.append('filename', new File([content], name, { type: 'text/plain' }));
    const answer = await fetch(`${this.url}/api/v1/user_uploads`, { method: 'POST', headers: { authorization }, body });
    return ((await answer.json()) as { url: string }).url;
  }

  /** Sends a direct message to the owner. */
  async writeToOwner(email: string, content: string): Promise<void> {
    const { user_id: id } = await this.elsewhere('GET', '/users/me');
    await this.call(email, 'POST', '/messages', { type: 'direct', to: `[${String(id)}]`, content });
  }
}
