/** Custom profile fields: definitions, users' values, and the events. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});
beforeEach(async () => {
  for (const { id } of await fields()) await world.admin.ok.delete(`/realm/profile_fields/${String(id)}`);
});

const refused = { status: 400, code: 'BAD_REQUEST' } as const;
const fields = async (): Promise<Body[]> =>
  (await world.member.ok.get('/realm/profile_fields'))['custom_fields'] as Body[];
const create = async (params: Body): Promise<number> =>
  Number((await world.admin.ok.post('/realm/profile_fields', { name: 'A field', field_type: 1, ...params }))['id']);
const options = { a: { text: 'Apples', order: '1' }, b: { text: 'Pears', order: '2' } };
const account = { subtype: 'custom', url_pattern: 'https://code.example.com/%(username)s' };

describe('POST /realm/profile_fields', () => {
  it.each([
    [1, undefined, ''],
    [2, undefined, ''],
    [3, options, JSON.stringify(options)],
    [4, undefined, ''],
    [5, {}, ''],
    [6, undefined, ''],
    [7, account, JSON.stringify(account)],
    [7, { subtype: 'github' }, JSON.stringify({ subtype: 'github' })],
    [8, undefined, ''],
  ])('creates a field of type %i', async (type, data, stored) => {
    const queue = await world.guest.register({ event_types: ['custom_profile_fields'] });
    const id = await create({
      field_type: type,
      field_data: data,
      hint: 'Help',
      required: true,
      editable_by_user: false,
    });
    const field = {
      id,
      type,
      order: 1,
      name: 'A field',
      hint: 'Help',
      field_data: stored,
      required: true,
      editable_by_user: false,
    };
    expect(await fields()).toEqual([field]);
    expect(await queue.events()).toMatchObject([{ fields: [field] }]);
  });

  it('is for administrators', async () => {
    for (const who of ['moderator', 'member', 'guest', 'bot'] as const) {
      await world[who].fails(
        'POST',
        '/realm/profile_fields',
        { name: 'x', field_type: 1 },
        { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
      );
      await world[who].fails(
        'PATCH',
        '/realm/profile_fields',
        { order: [] },
        { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
      );
    }
  });

  it('shows at most 2 fields in the summary, and never long texts or people', async () => {
    await create({ name: 'One', display_in_profile_summary: true });
    const second = await create({ name: 'Two', display_in_profile_summary: true });
    const third = { name: 'Three', field_type: 1, display_in_profile_summary: true };
    await world.admin.fails('POST', '/realm/profile_fields', third, refused);
    await world.admin.ok.patch(`/realm/profile_fields/${second}`, { display_in_profile_summary: false });
    for (const type of [2, 6])
      await world.admin.fails('POST', '/realm/profile_fields', { ...third, field_type: type }, refused);
    await world.admin.ok.post('/realm/profile_fields', third);
    expect((await fields()).map((field) => field['display_in_profile_summary'])).toEqual([true, undefined, true]);
  });

  it.each([
    ['no type', { field_type: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['type 9', { field_type: 9 }, 'BAD_REQUEST'],
    ['no name', { name: undefined }, 'BAD_REQUEST'],
    ['a blank name', { name: ' ' }, 'BAD_REQUEST'],
    ['a name of 41 characters', { name: 'x'.repeat(41) }, 'BAD_REQUEST'],
    ['a hint of 81 characters', { hint: 'x'.repeat(81) }, 'BAD_REQUEST'],
    ['data where the type has none', { field_data: options }, 'BAD_REQUEST'],
    ['no options', { field_type: 3 }, 'BAD_REQUEST'],
    ['an option without text', { field_type: 3, field_data: { a: { text: '', order: '1' } } }, 'BAD_REQUEST'],
    ['two options alike', { field_type: 3, field_data: { a: options.a, b: options.a } }, 'BAD_REQUEST'],
    ['an order that is a number', { field_type: 3, field_data: { a: { text: 'A', order: 1 } } }, 'BAD_REQUEST'],
    ['an account without pattern', { field_type: 7, field_data: { subtype: 'custom' } }, 'BAD_REQUEST'],
    [
      'a pattern without user name',
      { field_type: 7, field_data: { ...account, url_pattern: 'https://x.example' } },
      'BAD_REQUEST',
    ],
    ['a known kind with a pattern', { field_type: 7, field_data: { ...account, subtype: 'github' } }, 'BAD_REQUEST'],
    ['an account of an unknown kind', { field_type: 7, field_data: { subtype: 'elsewhere' } }, 'BAD_REQUEST'],
    ['data that are no object', { field_type: 3, field_data: 7 }, 'BAD_REQUEST'],
  ])('refuses %s', async (_what, wrong, code) => {
    const before = await world.dump();
    await world.admin.fails(
      'POST',
      '/realm/profile_fields',
      { name: 'A field', field_type: 1, ...wrong },
      { status: 400, code },
    );
    expect(await world.dump()).toBe(before);
  });

  it('refuses a name that is taken, whatever its capitals', async () => {
    await create({ name: 'Phone' });
    await world.admin.fails('POST', '/realm/profile_fields', { name: 'PHONE', field_type: 1 }, refused);
  });
});

describe('editing, ordering and deleting', () => {
  it('changes what is sent, orders all fields, deletes with the values', async () => {
    const one = await create({ name: 'One' });
    const two = await create({ name: 'Two' });
    await world.member.ok.patch('/users/me/profile_data', { data: [{ id: one, value: 'x' }] });
    await world.admin.ok.patch(`/realm/profile_fields/${one}`, { name: 'First', required: true });
    await world.admin.ok.patch('/realm/profile_fields', { order: [two, one] });
    expect((await fields()).map((field) => [field['id'], field['name'], field['order'], field['required']])).toEqual([
      [two, 'Two', 1, false],
      [one, 'First', 2, true],
    ]);
    for (const order of [[one], [one, one], [one, two, 99_999]])
      await world.admin.fails('PATCH', '/realm/profile_fields', { order }, refused);
    await world.admin.ok.delete(`/realm/profile_fields/${one}`);
    expect(await world.db('SELECT 1 FROM profile_values')).toEqual([]);
    await world.admin.fails('DELETE', `/realm/profile_fields/${one}`, {}, refused);
  });

  it('takes away values whose option is gone', async () => {
    const id = await create({ field_type: 3, field_data: options });
    await world.member.ok.patch('/users/me/profile_data', { data: [{ id, value: 'a' }] });
    const queue = await world.admin.register({ event_types: ['realm_user'] });
    await world.admin.ok.patch(`/realm/profile_fields/${id}`, { field_data: { b: options.b } });
    expect(await queue.events()).toMatchObject([
      { person: { user_id: world.member.userId, custom_profile_field: { id, value: null } } },
    ]);
  });
});

describe("users' values", () => {
  it.each([
    [1, 'some *text*', 'some *text*', '<p>some <em>text</em></p>'],
    [2, 'long **text**', 'long **text**', '<p>long <strong>text</strong></p>'],
    [3, 'b', 'b', undefined],
    [4, '1999-12-31', '1999-12-31', undefined],
    [5, 'https://example.com/me', 'https://example.com/me', undefined],
    [7, 'nick', 'nick', undefined],
    [8, 'they/them', 'they/them', undefined],
  ])('of type %i are stored, rendered where they are Markdown, and told', async (type, value, stored, rendered) => {
    const data = type === 3 ? options : type === 7 ? account : undefined;
    const id = await create({ field_type: type, field_data: data });
    const queue = await world.guest.register({ event_types: ['realm_user'] });
    await world.member.ok.patch('/users/me/profile_data', { data: [{ id, value }] });
    const expected = { value: stored, ...(rendered !== undefined && { rendered_value: rendered }) };
    expect(await queue.events()).toMatchObject([
      { op: 'update', person: { user_id: world.member.userId, custom_profile_field: { id, ...expected } } },
    ]);
    expect(await world.member.ok.get('/users/me')).toMatchObject({ profile_data: { [id]: expected } });
    const { user } = await world.admin.ok.get(`/users/${world.member.userId}`, { include_custom_profile_fields: true });
    expect((user as Body)['profile_data']).toEqual({ [id]: expected });
    expect('profile_data' in ((await world.admin.ok.get(`/users/${world.member.userId}`))['user'] as Body)).toBe(false);
  });

  it('of type 6 are people, stored as JSON of their ids', async () => {
    const id = await create({ field_type: 6 });
    await world.member.ok.patch('/users/me/profile_data', { data: [{ id, value: [world.admin.userId] }] });
    expect(await world.member.ok.get('/users/me')).toMatchObject({
      profile_data: { [id]: { value: `[${world.admin.userId}]` } },
    });
    for (const value of [[99_999], [world.bot.userId], 'Ada', ['Ada']]) {
      await world.member.fails('PATCH', '/users/me/profile_data', { data: [{ id, value }] }, refused);
    }
  });

  it.each([
    [1, 'x'.repeat(51)],
    [2, 'x'.repeat(501)],
    [3, 'c'],
    [3, 'constructor'],
    [4, '2001-02-30'],
    [4, 'yesterday'],
    [5, 'javascript:alert(1)'],
    [5, 'not a link'],
    [8, 'x'.repeat(51)],
    [1, 7],
  ])('of type %i cannot be %j', async (type, value) => {
    const id = await create({ field_type: type, field_data: type === 3 ? options : undefined });
    await world.member.fails('PATCH', '/users/me/profile_data', { data: [{ id, value }] }, refused);
  });

  it('go by DELETE, and by an empty value', async () => {
    const id = await create({});
    const queue = await world.guest.register({ event_types: ['realm_user'] });
    await world.member.ok.patch('/users/me/profile_data', { data: [{ id, value: 'x' }] });
    await world.member.ok.delete('/users/me/profile_data', { data: [id] });
    await world.admin.ok.patch(`/users/${world.member.userId}`, { profile_data: [{ id, value: 'y' }] });
    await world.admin.ok.patch(`/users/${world.member.userId}`, { profile_data: [{ id, value: '' }] });
    const values = (await queue.events()).map(
      (event) => ((event['person'] as Body)['custom_profile_field'] as Body)['value'],
    );
    expect(values).toEqual(['x', null, 'y', null]);
    await world.member.fails('DELETE', '/users/me/profile_data', { data: [99_999] }, refused);
  });

  it('of a field that is not editable_by_user are for administrators', async () => {
    const id = await create({ editable_by_user: false });
    await world.member.fails('PATCH', '/users/me/profile_data', { data: [{ id, value: 'x' }] }, refused);
    await world.admin.ok.patch(`/users/${world.member.userId}`, { profile_data: [{ id, value: 'x' }] });
    await world.member.fails('DELETE', '/users/me/profile_data', { data: [id] }, refused);
    await world.admin.ok.patch('/users/me/profile_data', { data: [{ id, value: 'x' }] });
  });

  it('are in registration, with the types', async () => {
    const id = await create({});
    await world.member.ok.patch('/users/me/profile_data', { data: [{ id, value: 'x' }] });
    const { state } = await world.guest.register({ event_types: ['custom_profile_fields', 'realm_user'] });
    expect(state['custom_profile_fields']).toMatchObject([{ id }]);
    expect(Object.keys(state['custom_profile_field_types'] as Body)).toEqual([
      'SHORT_TEXT',
      'LONG_TEXT',
      'SELECT',
      'DATE',
      'URL',
      'USER',
      'EXTERNAL_ACCOUNT',
      'PRONOUNS',
    ]);
    const member = (state['realm_users'] as Body[]).find((user) => user['user_id'] === world.member.userId);
    expect(member).toMatchObject({ profile_data: { [id]: { value: 'x' } } });
  });
});
