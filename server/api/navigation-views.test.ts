/** Navigation views: contract, navigation_views. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

describe('navigation views', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('are added, changed and removed, and the other clients of the user hear of it', async () => {
    const queue = await world.member.register({ event_types: ['navigation_view'] });
    const fragment = 'narrow/is/alerted';
    await world.member.ok.post('/navigation_views', { fragment, is_pinned: true, name: 'Alerts' });
    await world.member.ok.patch(`/navigation_views/${encodeURIComponent(fragment)}`, { is_pinned: false });
    await world.member.ok.patch(`/navigation_views/${fragment}`, { name: 'Words' });
    expect(await world.member.ok.get('/navigation_views')).toMatchObject({
      navigation_views: [{ fragment, is_pinned: false, name: 'Words' }],
    });
    expect(
      (await world.member.register({ fetch_event_types: ['navigation_views'] })).state['navigation_views'],
    ).toEqual([{ fragment, is_pinned: false, name: 'Words' }]);
    await world.member.ok.delete(`/navigation_views/${encodeURIComponent(fragment)}`);
    expect(await queue.events()).toMatchObject([
      { op: 'add', navigation_view: { fragment, is_pinned: true, name: 'Alerts' } },
      { op: 'update', fragment, data: { is_pinned: false } },
      { op: 'update', fragment, data: { name: 'Words' } },
      { op: 'remove', fragment },
    ]);
  });

  it('that are built in have no name; all others need one of their own', async () => {
    await world.member.ok.post('/navigation_views', { fragment: 'inbox', is_pinned: true });
    await world.member.ok.post('/navigation_views', { fragment: 'narrow/sender/1', is_pinned: true, name: 'Boss' });
    const before = await world.dump();
    const wrong: [string, string, object][] = [
      ['POST', '/navigation_views', { fragment: 'recent', is_pinned: true, name: 'Mine' }],
      ['POST', '/navigation_views', { fragment: 'narrow/sender/2', is_pinned: true }],
      ['POST', '/navigation_views', { fragment: 'narrow/sender/2', is_pinned: true, name: '' }],
      ['POST', '/navigation_views', { fragment: 'narrow/sender/2', is_pinned: true, name: 'Boss' }],
      ['POST', '/navigation_views', { fragment: 'inbox', is_pinned: false }],
      ['PATCH', '/navigation_views/inbox', { name: 'Mine' }],
      ['PATCH', '/navigation_views/inbox', {}],
    ];
    for (const [method, path, params] of wrong)
      await world.member.fails(method, path, { ...params }, { status: 400, code: 'BAD_REQUEST' });
    await world.member.fails(
      'POST',
      '/navigation_views',
      { fragment: 'feed' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'is_pinned' },
    );
    expect(await world.dump()).toBe(before);
  });

  it('of another user are not there', async () => {
    await world.admin.ok.post('/navigation_views', { fragment: 'drafts', is_pinned: true });
    const missing = { status: 404, code: 'BAD_REQUEST', msg: 'Navigation view does not exist.' };
    await world.member.fails('PATCH', '/navigation_views/drafts', { is_pinned: true }, missing);
    await world.member.fails('DELETE', '/navigation_views/drafts', {}, missing);
  });
});
