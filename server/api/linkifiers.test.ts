/** Linkifiers and playgrounds (contract: update-linkifier; Linkifier). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}' };
const bad = { status: 400, code: 'BAD_REQUEST' };
const capable = { client_capabilities: { linkifier_url_template: true } };

describe('linkifiers', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const list = async () =>
    (await world.member.ok.get('/realm/linkifiers'))['linkifiers'] as { id: number; pattern: string }[];

  it('are made, changed, ordered and removed by an administrator; clients that know templates are reported', async () => {
    const queue = await world.guest.register({ event_types: ['realm_linkifiers'], ...capable });
    const { id } = await world.admin.ok.post('/realm/filters', ticket);
    const { id: second } = await world.admin.ok.post('/realm/filters', {
      pattern: 'PR-(?P<n>[0-9]+)',
      url_template: 'https://r.example/{n}',
    });
    await world.admin.ok.patch(`/realm/filters/${String(id)}`, { ...ticket, pattern: 'T(?P<id>[0-9]+)' });
    await world.admin.ok.patch('/realm/linkifiers', { ordered_linkifier_ids: [second, id] });
    expect((await list()).map((each) => [each.id, each.pattern])).toEqual([
      [second, 'PR-(?P<n>[0-9]+)'],
      [id, 'T(?P<id>[0-9]+)'],
    ]);
    expect(await world.member.ok.get('/realm/filters')).toMatchObject({
      filters: [
        [expect.any(String), expect.any(String), second],
        [expect.any(String), expect.any(String), id],
      ],
    });
    await world.admin.ok.delete(`/realm/filters/${String(id)}`);
    await world.admin.ok.delete(`/realm/filters/${String(second)}`);
    expect(await queue.events()).toHaveLength(6);
  });

  it('are not told to clients that do not know templates', async () => {
    const queue = await world.member.register({ event_types: ['realm_linkifiers'] });
    const { id } = await world.admin.ok.post('/realm/filters', ticket);
    await world.admin.ok.delete(`/realm/filters/${String(id)}`);
    expect(await queue.events()).toEqual([]);
  });

  it('turn into links in messages and in topics', async () => {
    const { id } = await world.admin.ok.post('/realm/filters', ticket);
    const [general] = await world.db<{ id: number }>("SELECT id FROM streams WHERE name = 'general'");
    const sent = await world.admin.ok.post('/messages', {
      type: 'stream',
      to: general?.id,
      topic: 'About #7',
      content: 'see #42',
    });
    const { message } = (await world.admin.ok.get(`/messages/${String(sent['id'])}`)) as {
      message: { content: string; topic_links: object[] };
    };
    expect(message.content).toContain('https://tickets.example/42');
    expect(message.topic_links).toEqual([{ text: '#7', url: 'https://tickets.example/7' }]);
    await world.admin.ok.delete(`/realm/filters/${String(id)}`);
  });

  it('and playgrounds say at which field a value does not do', async () => {
    const { id } = await world.admin.ok.post('/realm/filters', ticket);
    const template = 'https://x.example/{a}';
    for (const [wrong, field] of [
      [{ pattern: '(', url_template: template }, 'pattern'],
      [{ pattern: 'x(?P<a>1)(?P<b>2)', url_template: template }, 'pattern'],
      [{ pattern: ticket.pattern, url_template: ticket.url_template }, 'pattern'],
      [{ pattern: 'x(?P<a>1)', url_template: 'https://x.example/{b}' }, 'url_template'],
      [{ pattern: 'x(?P<a>1)', url_template: 'javascript:{a}' }, 'url_template'],
    ] as const) {
      const body = await world.admin.fails('POST', '/realm/filters', wrong, bad);
      expect([wrong, body['errors']]).toEqual([wrong, { [field]: [body['msg']] }]);
    }
    const changed = await world.admin.fails('PATCH', `/realm/filters/${String(id)}`, { ...ticket, pattern: '(' }, bad);
    expect(changed['errors']).toEqual({ pattern: [changed['msg']] });
    await world.admin.ok.delete(`/realm/filters/${String(id)}`);

    const play = { name: 'Field', pygments_language: 'Rust', url_template: 'https://play.example/{code}' };
    const { id: playground } = await world.admin.ok.post('/realm/playgrounds', play);
    for (const [wrong, field] of [
      [play, 'name'],
      [{ ...play, pygments_language: 'Rust;' }, 'pygments_language'],
      [{ ...play, url_template: 'https://play.example/{other}' }, 'url_template'],
      [{ ...play, url_template: 'https://play.example/{code' }, 'url_template'],
      [{ ...play, url_template: 'javascript:{code}' }, 'url_template'],
    ] as const) {
      const body = await world.admin.fails('POST', '/realm/playgrounds', wrong, bad);
      expect([wrong, body['errors']]).toEqual([wrong, { [field]: [body['msg']] }]);
    }
    await world.admin.ok.delete(`/realm/playgrounds/${String(playground)}`);
  });

  it('refuse what cannot be a linkifier, and nothing changes', async () => {
    const { id } = await world.admin.ok.post('/realm/filters', ticket);
    const before = await world.dump();
    for (const wrong of [
      { pattern: '', url_template: 'https://x.example' },
      { pattern: '(', url_template: 'https://x.example' },
      { pattern: '(?=x)', url_template: 'https://x.example' },
      { pattern: 'x(?P<a>1)', url_template: 'https://x.example/{b}' },
      { pattern: 'x(?P<a>1)', url_template: 'https://x.example/' },
      { pattern: 'x(?P<a>1)', url_template: 'https://x.example/{a' },
      { pattern: 'x(?P<a>1)', url_template: 'javascript:{a}' },
      { pattern: ticket.pattern, url_template: 'https://other.example/{id}' },
    ]) {
      await world.admin.fails('POST', '/realm/filters', wrong, bad);
    }
    await world.admin.fails(
      'PATCH',
      `/realm/filters/${String(id)}`,
      { pattern: '(', url_template: 'https://x.example' },
      bad,
    );
    await world.admin.fails(
      'PATCH',
      `/realm/filters/${String(id)}`,
      { pattern: 'x' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'url_template' },
    );
    await world.admin.fails('PATCH', '/realm/filters/9999', ticket, bad);
    await world.admin.fails('DELETE', '/realm/filters/9999', {}, bad);
    await world.admin.fails('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [id, id] }, bad);
    await world.admin.fails('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [] }, bad);
    expect(await world.dump()).toBe(before);
  });

  it('and playgrounds are changed by administrators only', async () => {
    const before = await world.dump();
    const refused = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
    const playground = { name: 'Try', pygments_language: 'Python', url_template: 'https://play.example/{code}' };
    for (const client of [world.moderator, world.member, world.guest, world.bot]) {
      await client.fails('POST', '/realm/filters', ticket, refused);
      await client.fails('PATCH', '/realm/filters/1', ticket, refused);
      await client.fails('DELETE', '/realm/filters/1', {}, refused);
      await client.fails('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [] }, refused);
      await client.fails('POST', '/realm/playgrounds', playground, refused);
      await client.fails('DELETE', '/realm/playgrounds/1', {}, refused);
    }
    expect(await world.dump()).toBe(before);
  });

  it('playgrounds have a template with exactly the variable code', async () => {
    const queue = await world.member.register({ event_types: ['realm_playgrounds'] });
    const playground = { name: 'Try', pygments_language: 'Python', url_template: 'https://play.example/{code}' };
    const { id } = await world.admin.ok.post('/realm/playgrounds', playground);
    await world.admin.fails('POST', '/realm/playgrounds', playground, bad);
    await world.admin.fails(
      'POST',
      '/realm/playgrounds',
      { ...playground, name: 'B', url_template: 'https://x.example/{other}' },
      bad,
    );
    await world.admin.fails(
      'POST',
      '/realm/playgrounds',
      { ...playground, name: 'B', url_template: 'https://x.example/{code' },
      bad,
    );
    await world.admin.ok.delete(`/realm/playgrounds/${String(id)}`);
    await world.admin.fails('DELETE', `/realm/playgrounds/${String(id)}`, {}, bad);
    expect(await queue.events()).toMatchObject([
      { realm_playgrounds: [{ id, ...playground }] },
      { realm_playgrounds: [] },
    ]);
  });
});
