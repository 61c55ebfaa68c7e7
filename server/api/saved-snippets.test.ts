/** Saved snippets: contract, saved_snippets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

describe('saved snippets', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const create = async (title = 'Greeting', content = 'Hello!') =>
    (await world.member.ok.post('/saved_snippets', { title, content })).saved_snippet_id as number;

  it('are created, changed and deleted, and the other clients of the user hear of it', async () => {
    const queue = await world.member.register({ event_types: ['saved_snippets'] });
    const other = await world.admin.register({ event_types: ['saved_snippets'] });
    const id = await create();
    await world.member.ok.patch(`/saved_snippets/${id}`, { content: 'Good morning!' });
    const date_created = Math.floor(world.clock.nowMs / 1000);
    const changed = { id, title: 'Greeting', content: 'Good morning!', date_created };
    expect(await world.member.ok.get('/saved_snippets')).toMatchObject({ saved_snippets: [changed] });
    expect((await world.member.register({ fetch_event_types: ['saved_snippets'] })).state['saved_snippets']).toEqual([
      changed,
    ]);
    await world.member.ok.delete(`/saved_snippets/${id}`);
    expect(await queue.events()).toMatchObject([
      { op: 'add', saved_snippet: { id, title: 'Greeting', content: 'Hello!' } },
      { op: 'update', saved_snippet: changed },
      { op: 'remove', saved_snippet_id: id },
    ]);
    expect(await other.events()).toEqual([]);
    expect(await world.member.ok.get('/saved_snippets')).toMatchObject({ saved_snippets: [] });
  });

  it('are not announced when a change changes nothing', async () => {
    const id = await create();
    const queue = await world.member.register({ event_types: ['saved_snippets'] });
    await world.member.ok.patch(`/saved_snippets/${id}`, { title: 'Greeting' });
    expect(await queue.events()).toEqual([]);
  });

  it('need a title of at most 60 characters and a content within the length of a message', async () => {
    const id = await create();
    const before = await world.dump();
    for (const wrong of [
      { title: '', content: 'x' },
      { title: 't', content: '  ' },
      { title: 'é'.repeat(61), content: 'x' },
      { title: 't', content: 'é'.repeat(10_001) },
    ]) {
      await world.member.fails('POST', '/saved_snippets', wrong, { status: 400, code: 'BAD_REQUEST' });
      await world.member.fails('PATCH', `/saved_snippets/${id}`, wrong, { status: 400, code: 'BAD_REQUEST' });
    }
    await world.member.fails(
      'POST',
      '/saved_snippets',
      { title: 't' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' },
    );
    expect(await world.dump()).toBe(before);
  });

  it('of another user are answered like ones that do not exist', async () => {
    const id = await create();
    const missing = { status: 404, code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.' };
    await world.member2.fails('PATCH', `/saved_snippets/${id}`, { title: 'x' }, missing);
    await world.owner.fails('DELETE', `/saved_snippets/${id}`, {}, missing);
  });
});
