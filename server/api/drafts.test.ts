/** Draft object, and PATCH /drafts/{draft_id} with the operations beside it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

describe('drafts', () => {
  let world: World;
  let general: number;

  beforeAll(async () => {
    world = await startWorld();
    [{ id: general }] = (await world.db<{ id: number }>('SELECT id FROM streams ORDER BY id LIMIT 1')) as [
      { id: number },
    ];
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    const { drafts } = (await world.member.ok.get('/drafts')) as { drafts: { id: number }[] };
    for (const { id } of drafts) await world.member.ok.delete(`/drafts/${id}`);
  });

  const draft = (content: string) => ({ type: 'stream', to: [general], topic: 'lunch', content });
  const create = async (...drafts: object[]) => (await world.member.ok.post('/drafts', { drafts })).ids as number[];

  it('have at most 1 MB of text together, so that registrations stay small', async () => {
    const long = '\u7530'.repeat(9000);
    const ids: number[] = [];
    for (let count = 0; count < 38; count += 1) ids.push(...(await create(draft(long))));
    const refused = { status: 400, code: 'BAD_REQUEST' };
    await world.member.fails('POST', '/drafts', { drafts: [draft(long)] }, refused);
    await create(draft('short'));
    const [first = 0] = ids;
    await create(draft('x'.repeat(9000)), draft('x'.repeat(9000)), draft('x'.repeat(2000)));
    const longest = draft('\u7530'.repeat(10_000));
    await world.member.fails('PATCH', `/drafts/${first}`, { draft: longest }, refused);
    await world.member.ok.patch(`/drafts/${first}`, { draft: draft('shorter') });
    await create(draft(long.slice(0, 8000)));
  });

  it('are created in the order sent, and listed with the newest edit first', async () => {
    const ids = await create({ ...draft('first'), timestamp: 100 }, { ...draft('second'), timestamp: 200 });
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const listed = (await world.member.ok.get('/drafts')) as { count: number; drafts: object[] };
    expect(listed.count).toBe(2);
    expect(listed.drafts).toMatchObject([
      { id: ids[1], type: 'stream', to: [general], topic: 'lunch', content: 'second', timestamp: 200 },
      { id: ids[0], content: 'first' },
    ]);
  });

  it('get the time of the server when none is sent', async () => {
    await create(draft('now'));
    const { drafts } = (await world.member.ok.get('/drafts')) as { drafts: { timestamp: number }[] };
    expect(drafts[0]?.timestamp).toBe(Math.floor(world.clock.nowMs / 1000));
  });

  it('are not written over, nor deleted, by a device that has not read the text of the other', async () => {
    const [id] = await create(draft('first words \n'));
    const edit = (content: string, prev_content?: string) =>
      world.member.patch(`/drafts/${id}`, {
        draft: draft(content),
        ...(prev_content !== undefined && { prev_content }),
      });
    const refused = { status: 400, body: { code: 'EXPECTATION_MISMATCH' } };
    expect(await edit('of the phone', 'first words \n')).toMatchObject({ status: 200 });
    expect(await edit('of the desktop', 'first words')).toMatchObject(refused);
    expect(await world.member.delete(`/drafts/${id}`, { prev_content: 'first words' })).toMatchObject(refused);
    const { drafts } = (await world.member.ok.get('/drafts')) as { drafts: object[] };
    expect(drafts).toMatchObject([{ id, content: 'of the phone' }]);
    expect(await edit('of a client that does not ask')).toMatchObject({ status: 200 });
    await world.member.ok.delete(`/drafts/${id}`, { prev_content: 'of a client that does not ask' });
  });

  it('may be unaddressed: then what was sent as recipients is ignored', async () => {
    await create({ type: '', to: [99], topic: 'nowhere', content: 'loose' });
    const { drafts } = (await world.member.ok.get('/drafts')) as { drafts: object[] };
    expect(drafts).toMatchObject([{ type: '', to: [], topic: '', content: 'loose' }]);
  });

  it('may be addressed to users, and then have no topic', async () => {
    await create({ type: 'private', to: [world.admin.userId, world.guest.userId], topic: 'ignored', content: 'hi' });
    const { drafts } = (await world.member.ok.get('/drafts')) as { drafts: object[] };
    expect(drafts).toMatchObject([{ type: 'private', to: [world.admin.userId, world.guest.userId], topic: '' }]);
  });

  it('are told to the other clients of the user, and to no one else', async () => {
    const own = await world.member.register({ event_types: ['drafts'] });
    const other = await world.member2.register({ event_types: ['drafts'] });
    const [id] = await create(draft('one'), draft('two'));
    await world.member.ok.patch(`/drafts/${id}`, {
      draft: { type: '', to: [], topic: '', content: 'changed', timestamp: 5 },
    });
    await world.member.ok.delete(`/drafts/${id}`);
    expect(await own.events()).toMatchObject([
      { type: 'drafts', op: 'add', drafts: [{ id, content: 'one' }, { content: 'two' }] },
      { type: 'drafts', op: 'update', draft: { id, type: '', content: 'changed', timestamp: 5 } },
      { type: 'drafts', op: 'remove', draft_id: id },
    ]);
    expect(await other.events()).toEqual([]);
  });

  it('are in the answer of registration, unless synchronization is off; then they cannot be written either', async () => {
    const [id] = await create(draft('kept'));
    expect((await world.member.register({ fetch_event_types: ['drafts'] })).state['drafts']).toMatchObject([{ id }]);
    const value = JSON.stringify({ enable_drafts_synchronization: false });
    const [{ settings }] = (await world.db<{ settings: string }>(
      'SELECT settings FROM users WHERE id = ?',
      world.member.userId,
    )) as [{ settings: string }];
    await world.server.services.storage.transaction((tx) =>
      tx.run('UPDATE users SET settings = ? WHERE id = ?', value, world.member.userId),
    );
    expect((await world.member.register({ fetch_event_types: ['drafts'] })).state['drafts']).toEqual([]);
    await world.member.fails(
      'POST',
      '/drafts',
      { drafts: [draft('x')] },
      { status: 400, code: 'BAD_REQUEST', msg: 'User has disabled synchronizing drafts.' },
    );
    await world.server.services.storage.transaction((tx) =>
      tx.run('UPDATE users SET settings = ? WHERE id = ?', settings, world.member.userId),
    );
  });

  it('that are too long keep their beginning', async () => {
    await create({ ...draft('é'.repeat(10_050)), topic: 't'.repeat(80) });
    const { drafts } = (await world.member.ok.get('/drafts')) as { drafts: { content: string; topic: string }[] };
    expect([...(drafts[0]?.content ?? '')]).toHaveLength(10_000);
    expect(drafts[0]?.content).toMatch(/\n\[message truncated\]$/);
    expect(drafts[0]?.topic).toHaveLength(60);
  });

  describe('refuse', () => {
    const wrong: [string, object, string][] = [
      ['an id in the object', { id: 4, type: '', to: [], topic: '', content: 'x' }, 'BAD_REQUEST'],
      ['two channels', { type: 'stream', to: [1, 2], topic: '', content: 'x' }, 'BAD_REQUEST'],
      ['no channel', { type: 'stream', to: [], topic: '', content: 'x' }, 'BAD_REQUEST'],
      ['an unknown channel', { type: 'stream', to: [99_999], topic: '', content: 'x' }, 'BAD_REQUEST'],
      ['an unknown user', { type: 'private', to: [99_999], topic: '', content: 'x' }, 'BAD_REQUEST'],
      ['a null byte in the topic', { type: '', to: [], topic: 'a\0', content: 'x' }, 'BAD_REQUEST'],
      ['a null byte in the content', { type: '', to: [], topic: '', content: 'a\0' }, 'BAD_REQUEST'],
      ['another type', { type: 'direct', to: [], topic: '', content: 'x' }, 'BAD_REQUEST'],
      ['a missing field', { type: '', to: [], topic: '' }, 'BAD_REQUEST'],
    ];
    it.each(wrong)('%s, and change nothing', async (_what, object, code) => {
      const [id] = await create(draft('before'));
      const before = await world.dump();
      await world.member.fails('POST', '/drafts', { drafts: [object] }, { status: 400, code });
      await world.member.fails('PATCH', `/drafts/${id}`, { draft: object }, { status: 400, code });
      expect(await world.dump()).toBe(before);
    });

    it("another user's draft, like one that does not exist", async () => {
      const [id] = await create(draft('mine'));
      const missing = { status: 404, code: 'BAD_REQUEST', msg: 'Draft does not exist' };
      await world.member2.fails('PATCH', `/drafts/${id}`, { draft: draft('stolen') }, missing);
      await world.member2.fails('DELETE', `/drafts/${id}`, {}, missing);
      await world.member.fails('DELETE', '/drafts/99999', {}, missing);
    });
  });
});
