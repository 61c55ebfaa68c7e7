/** The first run: an empty server gets its organization, once, by the token of the setup link. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

const form = {
  organization_name: 'Fresh Start',
  full_name: 'Fay First',
  email: 'fay@example.com',
  password: 'a good password',
};

describe('the first run', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ empty: true });
  });
  afterAll(() => world.stop());

  const token = () => world.server.services.setupToken.current ?? '';

  it('waits for its organization', async () => {
    expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ needs_setup: true, organization_name: null });
  });

  it('is refused with a wrong token or a short password, and nothing is made', async () => {
    const before = await world.dump();
    await world.stranger.fails(
      'POST',
      '/console/setup',
      { ...form, token: 'guess' },
      { status: 403, code: 'INVALID_SETUP_TOKEN' },
    );
    const notValid = { status: 403, code: 'INVALID_SETUP_TOKEN' };
    await world.stranger.fails('POST', '/console/setup/check', { token: 'guess' }, notValid);
    await world.stranger.ok.post('/console/setup/check', { token: token() });
    await world.stranger.fails(
      'POST',
      '/console/setup',
      { ...form, token: token(), password: 'abc' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.stranger.fails(
      'POST',
      '/console/setup',
      { ...form, token: token(), email: 'nowhere' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    expect(await world.dump()).toBe(before);
  });

  it('makes organization, owner, bots and channels, with a word of welcome', async () => {
    const used = token();
    const { user_id: ownerId } = await world.stranger.ok.post('/console/setup', { ...form, token: used });
    expect(await world.db('SELECT role, delivery_email FROM users WHERE id = ?', Number(ownerId))).toEqual([
      { role: 100, delivery_email: 'fay@example.com' },
    ]);
    expect(await world.db('SELECT kind, action, user_id FROM audit_log')).toEqual([
      { kind: 'organization', action: 'created', user_id: ownerId },
    ]);
    expect(await world.db('SELECT name FROM streams WHERE is_default = 1 ORDER BY id')).toEqual([
      { name: 'general' },
      { name: 'sandbox' },
    ]);
    expect(await world.db('SELECT full_name FROM users WHERE is_system_bot = 1')).toHaveLength(3);
    expect(await world.db('SELECT id FROM messages')).toHaveLength(1);
    await world.stranger.fails(
      'POST',
      '/console/setup',
      { ...form, token: used },
      { status: 403, code: 'INVALID_SETUP_TOKEN' },
    );
    expect(await world.stranger.ok.get('/console/setup')).toMatchObject({
      needs_setup: false,
      organization_name: 'Fresh Start',
    });
  });

  it('does not come back after a restart', async () => {
    await world.restart();
    expect(world.server.services.setupToken.current).toBeNull();
    expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ needs_setup: false });
  });
});

describe('the first run in another language', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ empty: true });
  });
  afterAll(() => world.stop());

  it('makes an organization, its owner and its channels in the language of the browser', async () => {
    const token = world.server.services.setupToken.current ?? '';
    const answer = await fetch(`${world.url}/api/v1/console/setup`, {
      method: 'POST',
      headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' },
      body: new URLSearchParams({ ...form, token }),
    });
    expect(answer.status).toBe(200);
    const settings = "SELECT json_extract(settings, '$.default_language') AS language FROM users WHERE role = 100";
    expect(await world.db(settings)).toEqual([{ language: 'de' }]);
    expect(await world.db('SELECT name, description FROM streams ORDER BY id')).toEqual([
      { name: 'allgemein', description: 'Neuigkeiten und Fragen für das ganze Team.' },
      { name: 'spielwiese', description: 'Ein Ort zum Ausprobieren.' },
    ]);
    expect(await world.db('SELECT content FROM messages')).toEqual([
      { content: expect.stringMatching(/^Hallo/) as unknown },
    ]);
  });
});
