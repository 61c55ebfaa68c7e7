/** Console endpoints beyond the chat API: invitations in every state, the outbox, trying linkifiers, settings. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

type Listed = {
  email: string | null;
  state: string;
  link_url: string | null;
  use_count: number;
  user_id: number | null;
};

async function invitations(who: World['admin']): Promise<Listed[]> {
  return (await who.ok.get('/console/invitations'))['invitations'] as Listed[];
}

describe('Invitations of the console', () => {
  test('are listed in every state, with the link while it works; others see only their own', async () => {
    for (const invitee_emails of ['ann@example.com', 'ben@example.com', 'cleo@example.com'])
      await world.admin.ok.post('/invites', { invitee_emails, stream_ids: [], invite_expires_in_minutes: 60 });
    const [cleo, ben] = await invitations(world.admin);
    expect(cleo).toMatchObject({ email: 'cleo@example.com', state: 'pending', use_count: 0, user_id: null });

    const key = cleo?.link_url?.split('/').at(-1) ?? '';
    const account = { full_name: 'Cleo Kahn', password: 'a good password' };
    const { user_id: userId } = await world.stranger.ok.post(`/console/join/${key}`, account);
    const { invites } = (await world.admin.ok.get('/invites')) as { invites: { id: number; email: string }[] };
    const benId = invites.find(({ email }) => email === ben?.email)?.id;
    await world.admin.ok.delete(`/invites/${benId}`);
    world.clock.advance(3_600_001);

    expect(
      (await invitations(world.admin)).map(({ email, state, link_url, user_id }) => [email, state, link_url, user_id]),
    ).toEqual([
      ['cleo@example.com', 'accepted', null, userId],
      ['ben@example.com', 'revoked', null, null],
      ['ann@example.com', 'expired', null, null],
    ]);
    expect(await invitations(world.member)).toEqual([]);
  });
});

describe('The outbox', () => {
  test('is a list of mails and each mail as text, for administrators', async () => {
    await world.admin.ok.post('/console/delivery_settings/test_mail');
    const listed = async () => (await world.admin.ok.get('/console/outbox'))['mails'] as Record<string, unknown>[];
    await expect.poll(async () => (await listed())[0]?.['subject'], { interval: 10 }).toBe('Test email');
    const [newest] = await listed();
    expect(newest).toMatchObject({ to: ['admin@example.com'], from: 'Hearth Test <noreply@hearth.invalid>' });
    expect(newest).not.toHaveProperty('text');
    const { mail } = await world.admin.ok.get(`/console/outbox/${newest?.['name']}`);
    expect(mail).toMatchObject({ subject: 'Test email', text: expect.stringContaining('It does.') });
    const { headers, source } = mail as { headers: { name: string; value: string }[]; source: string };
    expect(headers).toContainEqual({ name: 'Subject', value: 'Test email' });
    expect(source).toContain('Subject: Test email\r\n');
    await world.member.fails('GET', '/console/outbox', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  });

  test('gives neither HTML, headers nor source of a mail whose text is not the reader’s', async () => {
    const { owner, admin } = world;
    await owner.ok.post(`/console/users/${owner.userId}/password_link`);
    await world.server.workers.deliveries.settled();
    const { mails } = (await admin.ok.get('/console/outbox')) as { mails: { name: string; to: string[] }[] };
    const name = mails.find(({ to }) => to.includes('owner@example.com'))?.name;
    const read = async (who: World['owner']) => (await who.ok.get(`/console/outbox/${name}`))['mail'];
    expect(await read(admin)).toMatchObject({ html: null, headers: [], source: null });
    expect(await read(owner)).toMatchObject({ source: expect.stringContaining('new-password') });
  });

  test('notifies consoles of a new mail, and how many are newer than the last that was seen', async () => {
    const unseen = async (seen?: string) =>
      (await world.admin.ok.get('/console/outbox', { limit: 0, ...(seen !== undefined && { seen }) }))['unseen'];
    const { mails, total } = (await world.admin.ok.get('/console/outbox')) as {
      mails: { name: string }[];
      total: number;
    };
    expect(await unseen()).toBe(total);
    expect(await unseen(mails[0]?.name)).toBe(0);
    const queue = await world.admin.register({ event_types: ['console'] });
    await world.admin.ok.post('/console/delivery_settings/test_mail');
    await expect
      .poll(async () => queue.events(), { interval: 10 })
      .toMatchObject([{ type: 'console', about: 'outbox' }]);
    expect(await unseen(mails[0]?.name)).toBe(1);
    expect(await world.admin.ok.get('/console/outbox', { limit: 0 })).toMatchObject({ mails: [], total: total + 1 });
  });

  test('reads nothing but what the outbox itself has written', async () => {
    await mkdir(join(world.dataDir, 'outbox'), { recursive: true });
    await writeFile(join(world.dataDir, 'outbox', 'notes.eml'), 'Subject: mine');
    await writeFile(join(world.dataDir, '2026-01-01-000001.eml'), 'Subject: elsewhere');
    const { mails } = (await world.admin.ok.get('/console/outbox')) as { mails: { name: string }[] };
    expect(mails.map(({ name }) => name)).not.toContain('notes.eml');
    for (const name of ['notes.eml', '..%2F2026-01-01-000001.eml', '2026-01-01-999999.eml'])
      await world.admin.fails('GET', `/console/outbox/${name}`, {}, { status: 404, code: 'MAIL_NOT_FOUND' });
  });
});

describe('Trying a linkifier', () => {
  const path = '/console/linkifiers/test';

  test('shows text and topic with the saved ones and the one being written, and saves nothing', async () => {
    await world.admin.ok.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' });
    const before = await world.dump();
    const tried = { pattern: 'T-(?P<n>[0-9]+)', url_template: 'https://x.example/{n}' };
    const answer = await world.admin.ok.post(path, { ...tried, content: '#12 and T-3', topic: 'about T-4' });
    expect(answer).toMatchObject({ problem: null, topic_links: [{ text: 'T-4', url: 'https://x.example/4' }] });
    expect(answer['rendered']).toContain('href="https://t.example/12"');
    expect(answer['rendered']).toContain('href="https://x.example/3"');
    expect(await world.dump()).toBe(before);
  });

  test('a changed one takes the place of the saved one', async () => {
    const { linkifiers } = (await world.admin.ok.get('/realm/linkifiers')) as { linkifiers: { id: number }[] };
    const changed = {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://new.example/{id}',
      filter_id: linkifiers[0]?.id,
    };
    expect(await world.admin.ok.post(path, { ...changed, topic: '#7' })).toMatchObject({
      topic_links: [{ text: '#7', url: 'https://new.example/7' }],
    });
  });

  test.each([
    ['(', 'https://x.example/', 'pattern', /not a valid regular expression/],
    ['(?=a)', 'https://x.example/', 'pattern', /look-around/],
    ['(?P<a>x)', 'https://x.example/', 'pattern', /does not use/],
    ['x', 'https://x.example/{y}', 'url_template', /no group of that name/],
    ['x', 'https://x.example/{', 'url_template', /never closed/],
  ])('names the field and the mistake of %s with %s', async (pattern, url_template, field, message) => {
    const { problem } = await world.admin.ok.post(path, { pattern, url_template, content: 'x', topic: '' });
    expect(problem).toMatchObject({ field, message: expect.stringMatching(message) });
  });
});

test('the form of the organization has every setting that PATCH /realm takes, and says which are for owners', async () => {
  const { settings, owners_only, permission_rules } = (await world.admin.ok.get('/console/organization')) as {
    settings: Record<string, unknown>;
    owners_only: string[];
    permission_rules: { realm: Record<string, unknown> };
  };
  expect(settings).toMatchObject({
    name: 'Hearth Test',
    message_content_edit_limit_seconds: 600,
    invite_required: true,
  });
  expect(settings).not.toHaveProperty('string_id');
  expect(owners_only).toContain('message_retention_days');
  for (const name of Object.keys(permission_rules.realm)) expect(settings).toHaveProperty(name);
});
