/** A data folder with an organization of a given size, for the benches that need people, channels and messages. */
import { createUser } from '../../domain/accounts/lifecycle.ts';
import { systemActing } from '../../domain/acting.ts';
import { createChannel } from '../../domain/channels/create.ts';
import { subscribeUsers } from '../../domain/channels/subscriptions/subscribe.ts';
import { insertMessage } from '../../domain/messages/rows.ts';
import { buildSearchIndex } from '../../domain/messages/search/search-build.ts';
import { createOrganization } from '../../domain/organization/create.ts';
import { hashPassword } from '../../secrets.ts';
import { startServer } from '../../start.ts';
import type { Storage, Transaction } from '../../storage/database.ts';

export interface Size {
  people: number;
  /** Beside the two that every organization has; everyone is in each of them. */
  channels?: number;
  messages?: number;
}

export interface BuiltOrganization {
  dataDir: string;
  /** Values of the Authorization header: the owner's, then everyone's. */
  authorizations: string[];
}

const messagesAtOnce = 2000;
const words = 'the quick plan for launch moved again because of the invoice and nobody knows why it rains today'.split(
  ' ',
);

/** @param index 0 is the owner. */
export const emailOf = (index: number): string => `person${index}@example.com`;

/** Builds it in an empty folder, and closes it again. */
export async function buildOrganization(dataDir: string, size: Size): Promise<BuiltOrganization> {
  const server = await startServer({ dataDir, host: '127.0.0.1', port: 0, logLevel: 'silent', passwordCost: 4 });
  const { services } = server;
  const { storage } = services;
  const passwordHash = await hashPassword('a good password', 4);
  const people = await storage.transaction((tx) => {
    const acting = systemActing(tx, services, server.url);
    const owner = createOrganization(acting, {
      name: 'Bench',
      ownerEmail: emailOf(0),
      ownerFullName: 'Olga Owner',
      ownerPasswordHash: passwordHash,
    });
    const channels = Array.from({ length: size.channels ?? 0 }, (_, index) =>
      createChannel({ ...acting, user: owner, client: 'bench' }, { name: `channel ${index}`, isDefault: false }),
    );
    const others = Array.from({ length: size.people - 1 }, (_, index) =>
      createUser(acting, {
        email: emailOf(index + 1),
        fullName: `Person ${index + 1}`,
        role: 400,
        passwordHash: null,
      }),
    );
    const all = [owner, ...others];
    if (channels.length > 0)
      subscribeUsers(
        acting,
        channels,
        all.map(({ id }) => id),
      );
    return all.map(({ id, email, api_key: key }) => ({ id, authorization: `Basic ${btoa(`${email}:${key}`)}` }));
  });
  const { signal } = new AbortController();
  // As the background of a server does first: until the index is complete once, each message costs more.
  await buildSearchIndex(services, signal);
  const ids = people.map(({ id }) => id);
  for (let done = 0; done < (size.messages ?? 0); done += messagesAtOnce) {
    await writeMessages(storage, ids, done, Math.min(done + messagesAtOnce, size.messages ?? 0));
    // In the background of a server, too, it follows the messages: what it takes for a while is room for the next ones.
    await buildSearchIndex(services, signal);
  }
  // As a server leaves it that has run for a while: without a journal to replay.
  await storage.compact();
  await server.stop();
  return { dataDir, authorizations: people.map(({ authorization }) => authorization) };
}

/** Writes those of these numbers into the first channel, as people and topics take turns. */
async function writeMessages(storage: Storage, people: readonly number[], from: number, end: number): Promise<void> {
  await storage.transaction((tx) => {
    const channel = tx.get<Channel>('SELECT id, recipient_id FROM streams ORDER BY id');
    if (channel === undefined) throw new Error('unreachable: every organization has a channel');
    for (let number = from; number < end; number += 1)
      writeMessage(tx, number, people[number % people.length] ?? 0, channel);
  });
}

interface Channel {
  id: number;
  recipient_id: number;
}

function writeMessage(tx: Transaction, number: number, sender: number, channel: Channel): void {
  const text = Array.from({ length: 6 + (number % 30) }, (_, index) => words[(number * 7 + index * 3) % words.length]);
  const content = text.join(' ');
  insertMessage(tx, {
    sender_id: sender,
    recipient_id: channel.recipient_id,
    stream_id: channel.id,
    topic: `topic ${number % 400}`,
    content,
    rendered_content: `<p>${content}</p>`,
    timestamp: 1_790_000_000 + number,
    client: 'website',
    is_me_message: 0,
    has_link: 0,
    has_image: 0,
    has_attachment: 0,
  });
}
