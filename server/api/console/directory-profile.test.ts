/** Pictures and profile fields of a directory: at sign-in, at synchronization, and what users chose themselves. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectionTo, directoryPassword, startSlapd, userDn, withoutSlapd, type Slapd } from '../../testing/slapd.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let slapd: Slapd;
let phone: number;
let title: number;

const signIn = (username: string) => world.stranger.post('/fetch_api_key', { username, password: directoryPassword });
const set = (settings: Record<string, unknown>) => world.owner.ok.patch('/console/directory', { settings });
const synchronize = () => world.owner.ok.post('/console/directory/synchronize');
const preview = async () => (await world.owner.ok.post('/console/directory/preview'))['changes'];

const change = (name: string, attribute: string, value: string | Buffer | null) =>
  slapd.modify(
    `dn: ${userDn(name)}\nchangetype: modify\nreplace: ${attribute}\n${
      value === null ? '' : `${attribute}${Buffer.isBuffer(value) ? `:: ${value.toString('base64')}` : `: ${value}`}\n`
    }`,
  );

const jpegOf = async (background: string): Promise<Buffer> =>
  sharp({ create: { width: 96, height: 96, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function userOf(name: string): Promise<{ id: number; avatar_file: string | null; avatar_version: number }> {
  const [user] = await world.db<{ id: number; avatar_file: string | null; avatar_version: number }>(
    'SELECT * FROM users WHERE delivery_email = ?',
    `${name}@office.example`,
  );
  if (user === undefined) throw new Error(`no account of ${name}`);
  return user;
}

/** The middle of the picture that the server shows. */
async function colorOf(name: string): Promise<number[]> {
  const { id } = await userOf(name);
  const answer = await fetch(`${world.url}/avatar/${id}`, { headers: { Authorization: world.owner.authorization } });
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)].map((part) => Math.round(part / 128));
}

async function fieldsOf(name: string): Promise<unknown> {
  const { id } = await userOf(name);
  const rows = await world.db<{ field_id: number; value: string }>(
    'SELECT field_id, value FROM profile_values WHERE user_id = ?',
    id,
  );
  return Object.fromEntries(rows.map(({ field_id: field, value }) => [field === phone ? 'phone' : 'title', value]));
}

async function createField(name: string): Promise<number> {
  const { id } = await world.owner.ok.post('/realm/profile_fields', { name, field_type: 1 });
  return Number(id);
}

describe.skipIf(withoutSlapd !== undefined)('profiles of a directory', () => {
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd.stop());
  beforeEach(async () => {
    world = await startWorld();
    [phone, title] = [await createField('Phone'), await createField('Title')];
    await set({
      ...connectionTo(slapd),
      ldap_profile_fields: [
        { attribute: 'telephoneNumber', field_id: phone },
        { attribute: 'title', field_id: title },
      ],
    });
  });
  afterEach(() => world.stop());

  it('fills in profile fields, follows their changes, and clears only what it gave', async () => {
    await change('user01', 'telephoneNumber', '+49 30 1234');
    await change('user01', 'title', `Head of ${'very '.repeat(20)}long titles`);
    const tried = await world.owner.ok.post('/console/directory/test_user', { username: 'user01' });
    expect(tried['changes']).toContain('Set Phone of Person 1 to +49 30 1234.');
    await signIn('user01');
    expect(await fieldsOf('user01')).toEqual({
      phone: '+49 30 1234',
      title: 'Head of very very very very very very very very ve',
    });
    await change('user01', 'telephoneNumber', '+49 30 5678');
    await change('user01', 'title', null);
    expect(await preview()).toEqual([
      'Set Phone of Person 1 to +49 30 5678.',
      'Clear Title of Person 1: the directory no longer has it.',
    ]);
    await synchronize();
    expect(await fieldsOf('user01')).toEqual({ phone: '+49 30 5678' });
    expect(await preview()).toEqual([]);
    const { id } = await userOf('user01');
    await world.owner.ok.patch(`/users/${id}`, { profile_data: [{ id: title, value: 'My own' }] });
    await synchronize();
    expect(await fieldsOf('user01')).toEqual({ phone: '+49 30 5678', title: 'My own' });
  });

  it('takes over a picture at sign-in, another one at synchronization, and keeps what the user chose', async () => {
    await change('user02', 'jpegPhoto', await jpegOf('#ff0000'));
    await signIn('user02');
    expect(await colorOf('user02')).toEqual([2, 0, 0]);
    const before = await userOf('user02');
    await signIn('user02');
    expect(await preview()).toEqual([]);
    expect(await userOf('user02')).toEqual(before);
    await change('user02', 'jpegPhoto', await jpegOf('#0000ff'));
    expect(await preview()).toEqual(['Use the picture of the directory for Person 2.']);
    await synchronize();
    expect(await colorOf('user02')).toEqual([0, 0, 2]);
    // A picture of their own stays until the directory has another one.
    await world.server.services.storage.transaction((tx) => {
      tx.run("UPDATE users SET avatar_file = NULL, avatar_source = 'G' WHERE id = ?", before.id);
    });
    await synchronize();
    expect(await userOf('user02')).toMatchObject({ avatar_file: null });
    await change('user02', 'jpegPhoto', await jpegOf('#00ff00'));
    await synchronize();
    expect(await colorOf('user02')).toEqual([0, 2, 0]);
    await change('user02', 'jpegPhoto', null);
    expect(await preview()).toEqual(['Remove the picture of the directory from Person 2.']);
    await synchronize();
    expect(await userOf('user02')).toMatchObject({ avatar_file: null });
  });

  it('signs in with a picture that cannot be drawn, without one', async () => {
    await change('user03', 'jpegPhoto', Buffer.from('no picture at all'));
    expect((await signIn('user03')).body).toMatchObject({ result: 'success' });
    expect(await userOf('user03')).toMatchObject({ avatar_file: null });
    expect(await preview()).toEqual([]);
  });

  it('reads no pictures where none are wanted, and ignores fields that are gone', async () => {
    await set({ ldap_picture_attributes: [] });
    await change('user04', 'jpegPhoto', await jpegOf('#ff0000'));
    await world.owner.ok.delete(`/realm/profile_fields/${phone}`);
    await signIn('user04');
    expect(await userOf('user04')).toMatchObject({ avatar_file: null });
  });
});
