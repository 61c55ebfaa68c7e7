/**
 * A user who has no account: they see what is web-public where server and organization let them in, of every operation there is, and
 * nothing where either does not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import { say } from '../testing/scenario.ts';
import { validParams } from './calls.ts';
import { operationOf } from './operation-facts.ts';
import { rehearse } from './rehearsal.ts';
import { picture, setScene, type Scene } from './scene.ts';
import { encode, requestFor, type Params, type RawReply } from './send.ts';

let scene: Scene;
/** `made` is the server's own word about the new channel. */
const ids = { channel: 0, made: 0, message: 0, open: 0, upload: '' };
beforeAll(async () => {
  scene = await setScene({ webPublicChannelsEnabled: true });
  const { owner, moderator } = scene.people;
  await owner.ok.patch('/realm', { enable_spectator_access: true });
  ids.channel = Number(
    (await owner.ok.post('/channels/create', { name: 'open door', subscribers: [owner.userId], is_web_public: true }))[
      'id'
    ],
  );
  const topics = (await owner.ok.get(`/users/me/${ids.channel}/topics`))['topics'] as { max_id: number }[];
  ids.made = topics[0]?.max_id ?? 0;
  const bytes = new Uint8Array(await picture().arrayBuffer());
  const uploaded = await owner.ok.upload('/user_uploads', { name: 'map.png', content: bytes });
  ids.upload = String(uploaded['url']);
  ids.message = await say(owner, 'open door', 'way in', `Come in, see [map](${ids.upload})`);
  ids.open = await say(moderator, 'open door', 'hours', 'Open from nine');
});
afterAll(() => scene.stop());

const protectedOnes = endpoints.filter(({ access }) => access !== 'anonymous');
const visit = async (endpoint: ApiEndpoint, params: Params): Promise<RawReply> =>
  scene.sender.send(requestFor(endpoint, encode(params)));
const publicNarrow = { operator: 'channels', operand: 'web-public' };
const get = async (path: string, params: Params = {}): Promise<RawReply> =>
  scene.sender.send({ method: 'GET', path, query: new URLSearchParams(encode(params).values).toString() });
const messages = async (narrow: unknown[]): Promise<RawReply> =>
  get('/api/v1/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow });
const idsOf = ({ body }: RawReply): number[] => (body['messages'] as { id: number }[]).map(({ id }) => id);
const refused = { status: 401, body: { code: 'UNAUTHORIZED' } };

/** Words of all that is not web-public: addresses, people who never wrote in the open, channels, messages, files, groups. */
const secrets = (): string[] => [
  '@example.com',
  ...[scene.people.administrator, scene.people.member, scene.people.guest, scene.people.bot, scene.other].map(
    ({ name }) => name,
  ),
  'secret',
  'moderation"',
  '"name":"members"',
  '"name":"common"',
  'no one else may read this',
  'a note to myself',
  'from Max Member',
  'note.png',
  'helpers',
  'kitchen',
  '"name":"Folder"',
];

describe('a visitor', () => {
  it.each(protectedOnes.map((endpoint) => [operationOf(endpoint), endpoint] as const))(
    'sees of %s only what is web-public',
    async (_name, endpoint) => {
      const reply = await rehearse(async () => visit(endpoint, validParams(endpoint, scene, 'member')));
      const isRefused = reply.status === 401 && reply.body['code'] === 'UNAUTHORIZED';
      expect(isRefused || endpoint.anonymous !== undefined).toBe(true);
      const text = JSON.stringify(reply.body);
      expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
    },
  );

  it('reads the messages of web-public channels, and says that it wants those', async () => {
    expect(idsOf(await messages([publicNarrow]))).toEqual([ids.made, ids.message, ids.open]);
    expect(idsOf(await messages([publicNarrow, { operator: 'topic', operand: 'hours' }]))).toEqual([ids.open]);
    expect(idsOf(await messages([publicNarrow, { operator: 'search', operand: 'nine' }]))).toEqual([ids.open]);
    for (const narrow of [
      [],
      [{ operator: 'channel', operand: ids.channel }],
      [{ ...publicNarrow, negated: true }],
      [{ operator: 'channels', operand: 'public' }],
      [publicNarrow, { operator: 'is', operand: 'dm' }],
      [publicNarrow, { operator: 'dm', operand: [scene.other.userId] }],
    ])
      expect(await messages(narrow), JSON.stringify(narrow)).toMatchObject(refused);
    const { common, secretMessage, directMessage } = scene.ids;
    expect(await messages([publicNarrow, { operator: 'channel', operand: common }])).toMatchObject({ status: 400 });
    expect(idsOf(await messages([publicNarrow, { operator: 'id', operand: secretMessage }]))).toEqual([]);
    const chosen = { narrow: [publicNarrow], message_ids: [ids.open, secretMessage, directMessage] };
    expect(idsOf(await get('/api/v1/messages', chosen))).toEqual([ids.open]);
  });

  it('sees one message, its sender without an address, and no other', async () => {
    const { body } = await get(`/api/v1/messages/${ids.open}`);
    const { userId, name } = scene.people.moderator;
    expect(body['message']).toMatchObject({
      sender_id: userId,
      sender_full_name: name,
      sender_email: `user${userId}@hearth.invalid`,
      flags: ['read', 'historical'],
    });
    for (const id of [scene.ids.secretMessage, scene.ids.directMessage, scene.of('member').message])
      expect((await get(`/api/v1/messages/${id}`)).body).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      });
  });

  it('sees the pictures of those who wrote in the open, and of no one else', async () => {
    const { moderator, member } = scene.people;
    const content = new Uint8Array(await picture().arrayBuffer());
    for (const person of [moderator, member]) await person.ok.upload('/users/me/avatar', { name: 'me.png', content });
    const { message } = (await get(`/api/v1/messages/${ids.open}`)).body as { message: { avatar_url: string } };
    const pictureAt = async (path: string) => {
      const { status, headers } = await fetch(`${scene.world.url}${path}`);
      return [status, headers.get('content-type'), headers.get('etag')];
    };
    expect(message.avatar_url).toContain(`/avatar/${moderator.userId}`);
    for (const size of ['', '/medium']) {
      const shown = await pictureAt(message.avatar_url.replace('?', `${size}?`));
      expect(shown).toEqual([200, 'image/png', expect.stringMatching(`^"${moderator.userId}-`)]);
      expect(await pictureAt(`/avatar/${member.userId}${size}`)).toEqual([
        200,
        'image/png',
        expect.stringMatching('^"drawn-'),
      ]);
    }
    for (const person of [moderator, member]) await person.ok.delete('/users/me/avatar');
  });

  it('sees the topics of web-public channels, and the files of their messages', async () => {
    const { body } = await get(`/api/v1/users/me/${ids.channel}/topics`);
    expect((body['topics'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'hours',
      'way in',
      'channel events',
    ]);
    expect(await get(`/api/v1/users/me/${scene.ids.common}/topics`)).toMatchObject({ status: 400 });
    expect(await get(ids.upload)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    const thumbnail = ids.upload.replace('/user_uploads/', '/user_uploads/thumbnail/');
    expect((await get(`${thumbnail}/840x560.webp`)).status).toBe(200);
    expect((await get(`/user_uploads/${scene.of('other').upload}`)).status).toBe(404);
  });

  it('sees those who wrote in the open, and registers for a look without events', async () => {
    const { owner, moderator } = scene.people;
    const { body } = await get('/api/v1/users');
    const people = body['members'] as { user_id: number; delivery_email: string | null; profile_data?: object }[];
    expect(people.map((user) => [user.user_id, user.delivery_email])).toEqual([
      [owner.userId, null],
      [moderator.userId, null],
    ]);
    const state = (await scene.sender.send({ method: 'POST', path: '/api/v1/register' })).body;
    expect(state).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      is_guest: true,
      subscriptions: [],
      presences: {},
    });
    expect((state['never_subscribed'] as { name: string }[]).map(({ name }) => name)).toEqual(['open door']);
    expect((await get('/api/v1/server_settings')).body['realm_web_public_access_enabled']).toBe(true);
  });

  it('is no one where credentials are wrong', async () => {
    const path = `/api/v1/messages/${ids.open}`;
    expect(await scene.sender.send({ method: 'GET', path }, 'Basic bm9ib2R5OndoYXQ=')).toMatchObject({ status: 401 });
    const headers = { cookie: 'hearth_session=nonsense' };
    expect(await scene.sender.send({ method: 'GET', path, headers })).toMatchObject(refused);
  });
});

it('members narrow to web-public channels, and to all but those', async () => {
  const { member } = scene.people;
  const found = async (narrow: unknown): Promise<number[]> => {
    const body = await member.ok.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow });
    return (body['messages'] as { id: number }[]).map(({ id }) => id);
  };
  expect(await found([['channels', 'web-public']])).toEqual([ids.made, ids.message, ids.open]);
  const isPublic = { operator: 'channels', operand: 'public' };
  const others = await found([isPublic, { ...publicNarrow, negated: true }]);
  expect(others).toContain(scene.of('member').message);
  expect(others).not.toContain(ids.open);
});

describe('where the organization lets no visitors in', () => {
  beforeAll(async () => {
    await scene.people.owner.ok.patch('/realm', { enable_spectator_access: false });
  });

  it.each(
    protectedOnes.filter(({ anonymous }) => anonymous !== undefined).map((one) => [operationOf(one), one] as const),
  )('%s refuses them', async (_name, endpoint) => {
    expect(await visit(endpoint, validParams(endpoint, scene, 'owner'))).toMatchObject(refused);
  });

  it('what was web-public is out of their sight', async () => {
    expect(await get(`/api/v1/messages/${ids.open}`)).toMatchObject(refused);
    expect(await get(ids.upload)).toMatchObject(refused);
    expect(await messages([publicNarrow])).toMatchObject(refused);
    expect((await get('/api/v1/server_settings')).body['realm_web_public_access_enabled']).toBe(false);
  });
});
