/**
 * A world in which there is one of everything: what each of the cast owns, what all share, and what only others have.
 * The walks through the whole API take their valid parameters from here.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartOptions } from '../options.ts';
import type { Client } from '../testing/client.ts';
import { dotPicture } from '../testing/dot-picture.ts';
import { makeChannel, say, systemGroup, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';
import { Sender } from './send.ts';

export const actors = ['owner', 'administrator', 'moderator', 'member', 'guest', 'bot'] as const;
export type Actor = (typeof actors)[number];

/** What one person has made. */
export interface PersonalData {
  message: number;
  draft: number;
  scheduled: number;
  snippet: number;
  reminder: number;
  attachment: number;
  /** "<realm>/<...>/<name>", below /user_uploads/. */
  upload: string;
  view: string;
  /** Of the ntfy app; a bot has none. */
  phone: number;
  /** With web push; a bot has none. */
  browser: number;
}

export const picture = (): File => new File([dotPicture], 'dot.png', { type: 'image/png' });

/** Far beyond every id that there is. */
export const noSuchId = 987_654_321;

export class Scene {
  readonly world: World;
  readonly relay: Server;
  readonly sender: Sender;
  readonly people: Record<Actor, Client>;
  /** Someone whose things are no one else's. */
  readonly other: Client;
  deactivated!: Client;
  ids!: Awaited<ReturnType<typeof furnish>> & { ticket: [string, string] };
  readonly #personalData = new Map<Client, PersonalData>();

  constructor(world: World, relay: Server) {
    this.world = world;
    this.relay = relay;
    this.sender = new Sender(world.url);
    const { owner, admin: administrator, moderator, member, guest, bot } = world;
    this.people = { owner, administrator, moderator, member, guest, bot };
    this.other = world.member2;
  }

  async furnish(): Promise<void> {
    const { world, other, people } = this;
    const furniture = await furnish(this);
    for (const client of [...Object.values(people), other])
      this.#personalData.set(client, await personalDataOf(world, client, other));
    this.ids = { ...furniture, ticket: await ticketOf(people.member, this.of('member').upload) };
    this.deactivated = await world.newUser('Dora Deactivated');
    await people.owner.ok.delete(`/users/${this.deactivated.userId}`);
    await world.server.workers.deliveries.settled();
  }

  /** @param who an actor, or "other". */
  of(who: Actor | 'other'): PersonalData {
    const found = this.#personalData.get(who === 'other' ? this.other : this.people[who]);
    if (found === undefined) throw new Error(`${who} has nothing`);
    return found;
  }

  async stop(): Promise<void> {
    await this.sender.close();
    await this.world.stop();
    this.relay.closeAllConnections();
    this.relay.close();
  }
}

export async function setScene(options: Partial<StartOptions> = {}): Promise<Scene> {
  const scene = new Scene(await startWorld({ limits: { heartbeatMs: 5 }, ...options }), await openRelay());
  await scene.furnish();
  return scene;
}

const later = (world: World): number => Math.floor(world.clock.nowMs / 1000) + 86_400;

/** Base64 of a key of a device. */
const publicKey = Buffer.alloc(32, 9).toString('base64');
const token = 'ab12'.repeat(8);
/** The relay refuses this one, so that there is a failed delivery. */
const refusedToken = 'dead'.repeat(8);

/** A push relay that takes everything but one token. */
async function openRelay(): Promise<Server> {
  const relay = createServer((request, response) => {
    let sent = '';
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => {
      response.writeHead(sent.includes(refusedToken) ? 400 : 200, { 'Content-Type': 'application/json' });
      response.end('{"device_id":7}');
    });
  });
  await new Promise<void>((resolve) => {
    relay.listen(0, '127.0.0.1', resolve);
  });
  return relay;
}

/** What the organization has. */
async function furnish(scene: Scene) {
  const { world, people, other, relay } = scene;
  const { owner, member } = people;
  const { port } = relay.address() as AddressInfo;
  await owner.ok.patch('/realm', { invite_required: false });
  await owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: `http://127.0.0.1:${port}` } });
  const ids = {
    ...(await furnishOrganization(scene)),
    ...(await furnishChannels(scene)),
    ofMember: await furnishMember(scene),
    botOfOther: Number((await other.ok.post('/bots', { full_name: 'Other Bot', short_name: 'other' }))['user_id']),
    group: await makeGroup(other, 'helpers'),
    queue: (await member.register({ event_types: ['message'] })).queueId,
    queueOfOther: (await other.register({ event_types: ['message'] })).queueId,
    moderators: await systemGroup(owner, 'role:moderators'),
    later: later(world),
    publicKey,
    token,
  };
  await other.ok.post('/users/me/presence', { status: 'active' });
  await owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'common' }], principals: [ids.botOfOther] });
  await other.ok.post('/users/me/mobile_push_reg_id', { token: refusedToken });
  await other.ok.patch('/settings', { email: 'mia.moved@example.com' });
  await world.server.workers.deliveries.settled();
  const deliveries = (await owner.ok.get('/console/deliveries'))['deliveries'] as { id: number; status: string }[];
  const emailKey = (await world.db<{ key: string }>('SELECT key FROM email_changes'))[0]?.key;
  const mails = (await owner.ok.get('/console/outbox'))['mails'] as { name: string }[];
  return {
    ...ids,
    emailKey,
    backup: await backupOf(world),
    mail: mails[0]?.name,
    delivery: deliveries.find(({ status }) => status === 'failed')?.id,
  };
}

async function backupOf({ server: { services } }: World): Promise<string | undefined> {
  services.backups.start('manual');
  await services.backups.settled();
  return (await services.backups.newest(await services.backups.plan()))?.name;
}

async function makeGroup(creator: Client, name: string): Promise<number> {
  const created = await creator.ok.post('/user_groups/create', { name, description: '', members: [creator.userId] });
  return Number(created['group_id']);
}

/** What `member` made, and so may change. */
async function furnishMember({ people: { member } }: Scene) {
  await member.ok.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  const invites = (await member.ok.get('/invites'))['invites'] as { id: number }[];
  const channel = await makeChannel(member, 'members', [member]);
  return {
    channel,
    link: Number(
      (await member.ok.post(`/streams/${channel}/links`, { title: 'Plan', url: 'https://example.com/plan' }))['id'],
    ),
    group: await makeGroup(member, 'kitchen'),
    invite: invites[0]?.id,
  };
}

async function furnishChannels({ people, other }: Scene) {
  const { owner } = people;
  const common = await makeChannel(other, 'common', [...Object.values(people), other]);
  const second = await makeChannel(other, 'second', [other]);
  const secret = await makeChannel(other, 'secret', [other], { invite_only: true });
  const moderation = await makeChannel(owner, 'moderation', [owner], { invite_only: true });
  await owner.ok.patch('/realm', { moderation_request_channel_id: moderation });
  return {
    common,
    second,
    secret,
    secretMessage: await say(other, 'secret', 'plans', 'no one else may read this'),
    directMessage: await write(other, [other.userId], 'a note to myself'),
  };
}

const playground = { name: 'Play', pygments_language: 'Python', url_template: 'https://example.com/{code}' };
/** Nothing answers there. */
const signInProvider = { slug: 'office', name: 'Office', issuer: 'http://127.0.0.1:9', client_id: 'hearth' };
const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };

async function furnishOrganization({ people: { owner }, other }: Scene) {
  const { ok } = owner;
  await ok.post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
  await ok.upload('/realm/emoji/spark', { name: 'dot.png', content: dotPicture, type: 'image/png' });
  const emoji = Object.values((await ok.get('/realm/emoji'))['emoji'] as Record<string, { source_url: string }>);
  const link = String((await ok.post('/invites/multiuse', { stream_ids: [] }))['invite_link']);
  const invites = (await ok.get('/invites'))['invites'] as { id: number; is_multiuse: boolean }[];
  return {
    folder: Number(
      (await ok.post('/channel_folders/create', { name: 'Folder', description: '' }))['channel_folder_id'],
    ),
    linkifier: Number((await ok.post('/realm/filters', linkifier))['id']),
    signInProvider: Number((await ok.post('/console/sign_in_providers', { provider: signInProvider }))['id']),
    playground: Number((await ok.post('/realm/playgrounds', playground))['id']),
    field: Number((await ok.post('/realm/profile_fields', { field_type: 1, name: 'Room' }))['id']),
    emojiFile: lastPart(emoji[0]?.source_url),
    inviteLink: invites.find((invite) => invite.is_multiuse)?.id,
    joinKey: lastPart(link),
    resetKey: lastPart(String((await ok.post(`/console/users/${other.userId}/password_link`))['link_url'])),
    exportFile: await exportedFile(owner),
  };
}

const lastPart = (url = ''): string => url.split('/').at(-1) ?? '';

async function exportedFile(owner: Client): Promise<string> {
  const queue = await owner.register({ event_types: ['realm_export'] });
  await owner.ok.post('/export/realm');
  for (;;) {
    await queue.next();
    const [made] = (await owner.ok.get('/export/realm'))['exports'] as { export_url: string | null }[];
    if (typeof made?.export_url === 'string') return lastPart(made.export_url);
  }
}

async function personalDataOf(world: World, client: Client, other: Client): Promise<PersonalData> {
  const message = await say(client, 'common', 'talk', `from ${client.name}`);
  const drafts = [{ type: 'private', to: [], topic: '', content: 'a draft' }];
  const upload = String((await client.ok.upload('/user_uploads', { name: 'note.png', content: dotPicture }))['url']);
  const attachments = (await client.ok.get('/attachments'))['attachments'] as { id: number }[];
  const note = { message_id: message, scheduled_delivery_timestamp: later(world) };
  const scheduled = {
    type: 'direct',
    to: [client.userId],
    content: 'later',
    scheduled_delivery_timestamp: later(world),
  };
  await client.ok.post('/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true });
  await client.ok.post(`/messages/${message}/reactions`, { emoji_name: 'smile' });
  await client.ok.post(`/messages/${message}/pin`);
  if (client !== other) await client.ok.post(`/users/me/muted_users/${other.userId}`);
  await client.ok.post('/users/me/mobile_push_reg_id', { token });
  await client.ok.post('/users/me/apns_device_token', { token, appid: 'org.example.Hearth' });
  await client.ok.post('/mobile_push/register', {
    token_kind: 'fcm',
    push_account_id: 1,
    push_public_key: publicKey,
    bouncer_public_key: 'relay',
    encrypted_push_registration: 'c2VhbGVk',
  });
  return {
    message,
    draft: ((await client.ok.post('/drafts', { drafts }))['ids'] as number[])[0] ?? 0,
    scheduled: Number((await client.ok.post('/scheduled_messages', scheduled))['scheduled_message_id']),
    snippet: Number((await client.ok.post('/saved_snippets', { title: 'T', content: 'C' }))['saved_snippet_id']),
    reminder: Number((await client.ok.post('/reminders', note))['reminder_id']),
    attachment: attachments[0]?.id ?? 0,
    upload: upload.replace(/^.*\/user_uploads\//, ''),
    view: 'narrow/is/starred',
    phone: Number(
      (await client.post('/users/me/ntfy_devices', { name: 'P', platform: 'android' })).body['device_id'] ?? noSuchId,
    ),
    browser: Number((await client.post('/users/me/web_push', browserOf(message))).body['subscription_id'] ?? noSuchId),
  };
}

/** A subscription with the key of the example in RFC 8291. */
const browserOf = (number: number): Record<string, string> => ({
  endpoint: `https://push.example/${number}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  name: 'B',
});

/** The parts of a temporary address of a file: the ticket, and the path. */
async function ticketOf(client: Client, upload: string): Promise<[string, string]> {
  const url = String((await client.ok.get(`/user_uploads/${upload}`))['url']);
  const [, ticket = '', path = ''] = /temporary\/([^/]+)\/(.+)$/.exec(url) ?? [];
  return [ticket, path];
}
