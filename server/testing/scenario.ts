/** Short words for what tests of messages do all the time: making a channel, saying something, looking at what is there. */
import type { Client } from './client.ts';

export type Message = Record<string, unknown> & { id: number; flags: string[]; subject: string; content: string };

/** A new channel of `creator` with these subscribers and no others; returns its id. */
export async function makeChannel(
  creator: Client,
  name: string,
  subscribers: readonly Client[],
  options: Record<string, unknown> = {},
): Promise<number> {
  const userIds = subscribers.map((user) => user.userId);
  const created = await creator.ok.post('/channels/create', { name, subscribers: userIds, ...options });
  return Number(created['id']);
}

/** Sends to a channel by name or id; returns the message's id. */
export async function say(client: Client, channel: unknown, topic: string, content = 'hello'): Promise<number> {
  return Number((await client.ok.post('/messages', { type: 'channel', to: channel, topic, content }))['id']);
}

/** Sends directly to users; returns the message's id. */
export async function write(client: Client, to: unknown, content = 'hello'): Promise<number> {
  return Number((await client.ok.post('/messages', { type: 'direct', to, content }))['id']);
}

/** The newest hundred messages that the client finds. */
export async function fetched(client: Client, params: Record<string, unknown> = {}): Promise<Message[]> {
  const body = await client.ok.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, ...params });
  return body['messages'] as Message[];
}

export async function fetchOne(client: Client, id: number, params: Record<string, unknown> = {}): Promise<Message> {
  return (await client.ok.get(`/messages/${id}`, params))['message'] as Message;
}

/** Id of a system group, by its name with `role:`. */
export async function systemGroup(client: Client, name: string): Promise<number> {
  const groups = (await client.ok.get('/user_groups'))['user_groups'] as { id: number; name: string }[];
  const group = groups.find((candidate) => candidate.name === name);
  if (group === undefined) throw new Error(`there is no group ${name}`);
  return group.id;
}
