/** Files of conversations are listed for those who may read a message that shares them, and for nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { dotPicture } from '../testing/dot-picture.ts';
import { makeChannel, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let secretId: number;
let openId: number;
beforeAll(async () => {
  world = await startWorld();
  const { owner, member, member2, admin } = world;
  openId = await makeChannel(owner, 'open', [owner, member]);
  secretId = await makeChannel(owner, 'secret', [owner, member], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await say(owner, 'open', 'plans', await linkTo(owner, 'Plan.pdf'));
  await say(
    member,
    'open',
    'plans',
    `${await linkTo(member, 'photo.png')} ${await linkTo(member, 'Müller notes.txt')}`,
  );
  await say(owner, 'open', 'other', await linkTo(owner, 'archive.zip'));
  await say(owner, 'secret', 'hidden', await linkTo(owner, 'secret.txt'));
  await write(owner, [member2.userId], await linkTo(owner, 'between us.txt'));
  await write(admin, [admin.userId], await linkTo(admin, 'mine.txt'));
});
afterAll(() => world.stop());

interface File {
  name: string;
  message_id: number;
  topic: string;
  stream_id: number | null;
}

const linkTo = async (client: Client, name: string): Promise<string> =>
  `[${name}](${String(
    (
      await client.ok.upload('/user_uploads', {
        name,
        content: name.endsWith('.png') ? dotPicture : 'a note',
      })
    )['url'],
  )})`;

const filesOf = async (client: Client, params: Record<string, unknown> = {}): Promise<File[]> =>
  (await client.ok.get('/files', params))['files'] as File[];
const namesOf = async (client: Client, params: Record<string, unknown> = {}): Promise<string[]> =>
  (await filesOf(client, params)).map(({ name }) => name);

describe('GET /files', () => {
  it('lists files of what each role may read, and nothing of private channels and of messages between others', async () => {
    const open = ['archive.zip', 'photo.png', 'Müller notes.txt', 'Plan.pdf'];
    expect(await namesOf(world.owner)).toEqual(['between us.txt', 'secret.txt', ...open]);
    expect(await namesOf(world.member)).toEqual(['secret.txt', ...open]);
    expect(await namesOf(world.member2)).toEqual(['between us.txt', ...open]);
    expect(await namesOf(world.admin)).toEqual(['mine.txt', ...open]);
    expect(await namesOf(world.guest)).toEqual([]);
    // An administrator does not read what is in a private channel of others.
    expect(await namesOf(world.admin, { narrow: [['channel', secretId]] })).toEqual([]);
    await world.member2.fails(
      'GET',
      '/files',
      { narrow: [['channel', secretId]] },
      { status: 400, code: 'BAD_NARROW' },
    );
  });

  it('shows newcomers to a channel without history only what they received', async () => {
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals: [world.member2.userId],
    });
    expect(await namesOf(world.member2, { narrow: [['channel', secretId]] })).toEqual([]);
    await say(world.owner, 'secret', 'hidden', await linkTo(world.owner, 'later.txt'));
    expect(await namesOf(world.member2, { narrow: [['channel', secretId]] })).toEqual(['later.txt']);
  });

  it('lists those of a channel, a topic, a person and a direct conversation', async () => {
    const { owner, member2 } = world;
    expect(
      await namesOf(owner, {
        narrow: [
          ['channel', 'open'],
          ['topic', 'PLANS'],
        ],
      }),
    ).toEqual(['photo.png', 'Müller notes.txt', 'Plan.pdf']);
    expect(
      await namesOf(owner, {
        narrow: [
          ['channel', openId],
          ['sender', owner.userId],
        ],
      }),
    ).toEqual(['archive.zip', 'Plan.pdf']);
    expect(await namesOf(owner, { narrow: [['dm', [member2.userId]]] })).toEqual(['between us.txt']);
    expect(
      await namesOf(world.member, {
        narrow: [
          ['sender', owner.userId],
          ['-channel', 'secret'],
        ],
      }),
    ).toEqual(['archive.zip', 'Plan.pdf']);
  });

  it.each([
    [{ kind: 'pdf' }, ['Plan.pdf']],
    [{ kind: 'image' }, ['photo.png']],
    [{ kind: 'archive' }, ['archive.zip']],
    [{ kind: 'document' }, ['Müller notes.txt', 'Plan.pdf']],
    [{ kind: 'video' }, []],
    [{ kind: 'other' }, []],
    [{ name: 'muller' }, ['Müller notes.txt']],
    [{ name: 'MÜLLER N' }, ['Müller notes.txt']],
    [{ name: '%' }, []],
  ])('finds by %j', async (params, names) => {
    expect(await namesOf(world.owner, { narrow: [['channel', openId]], ...params })).toEqual(names);
  });

  it('finds by the date of the message', async () => {
    const now = Math.floor(world.clock.nowMs / 1000);
    expect(
      await namesOf(world.owner, {
        narrow: [
          ['channel', openId],
          ['before', now - 86_400],
        ],
      }),
    ).toEqual([]);
    expect(
      await namesOf(world.owner, {
        narrow: [
          ['channel', openId],
          ['since', now - 86_400],
        ],
      }),
    ).toHaveLength(4);
  });

  it('goes on page by page, with the files of one message together', async () => {
    const names: string[] = [];
    let before: unknown;
    for (let page = 0; page < 10 && before !== null; page += 1) {
      const answer = await world.owner.ok.get('/files', {
        limit: 1,
        narrow: [['channel', openId]],
        ...(page > 0 && { before }),
      });
      const files = answer['files'] as File[];
      expect(new Set(files.map((file) => file.message_id)).size).toBeLessThanOrEqual(1);
      names.push(...files.map(({ name }) => name));
      before = answer['next_before'];
    }
    expect(before).toBeNull();
    expect(names).toEqual(['archive.zip', 'photo.png', 'Müller notes.txt', 'Plan.pdf']);
  });

  it('forgets files of messages that are deleted, and follows those that are moved', async () => {
    const { owner } = world;
    const id = await say(owner, 'open', 'soon gone', await linkTo(owner, 'gone.txt'));
    await owner.ok.patch(`/messages/${id}`, { topic: 'elsewhere' });
    expect(await filesOf(owner, { name: 'gone' })).toMatchObject([
      { topic: 'elsewhere', stream_id: openId, message_id: id },
    ]);
    await owner.ok.delete(`/messages/${id}`);
    expect(await filesOf(owner, { name: 'gone' })).toEqual([]);
  });

  it('refuses what it does not know', async () => {
    await world.owner.fails('GET', '/files', { kind: 'gold' }, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.fails('GET', '/files', { limit: 101 }, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.fails('GET', '/files', { before: -1 }, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.fails('GET', '/files', { narrow: [['colour', 'red']] }, { status: 400, code: 'BAD_NARROW' });
  });
});

describe('GET /files/details', () => {
  const detailsOf = async (client: Client, urls: readonly string[]): Promise<Record<string, unknown>[]> =>
    (await client.ok.get('/files/details', { urls }))['files'] as Record<string, unknown>[];
  const upload = async (client: Client, name: string): Promise<string> =>
    /\((.*)\)/.exec(await linkTo(client, name))?.[1] ?? '';

  it('says name, size and kind of files, each once, in the order asked for', async () => {
    const { owner } = world;
    const [plan, photo] = [await upload(owner, 'Müller plan.pdf'), await upload(owner, 'dot.png')];
    expect(await detailsOf(owner, [photo, plan, photo])).toEqual([
      { url: photo, name: 'dot.png', size: dotPicture.length, content_type: 'image/png', width: 1, height: 1 },
      { url: plan, name: 'Müller plan.pdf', size: 6, content_type: 'application/pdf', width: null, height: null },
    ]);
  });

  it('says nothing of deleted files, of files of others, and of addresses that are none', async () => {
    const { owner, member } = world;
    const [kept, deleted] = [await upload(owner, 'kept.txt'), await upload(owner, 'deleted.txt')];
    const { attachments } = (await owner.ok.get('/attachments')) as { attachments: { id: number; name: string }[] };
    const id = attachments.find(({ name }) => name === 'deleted.txt')?.id;
    await owner.ok.delete(`/attachments/${String(id)}`);
    const urls = [kept, deleted, '/user_uploads/1/../../etc/passwd', '', '/user_uploads/%', 'https://example.com/x'];
    expect((await detailsOf(owner, urls)).map(({ name }) => name)).toEqual(['kept.txt']);
    expect(await detailsOf(member, urls)).toEqual([]);
    await say(owner, 'open', 'plans', `[kept.txt](${kept})`);
    expect((await detailsOf(member, urls)).map(({ name }) => name)).toEqual(['kept.txt']);
  });
});
