/** The log of one bot: which calls there were, and what was sent and answered for those who may read the message. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let bell: Server;
let botId = 0;

beforeAll(async () => {
  world = await startWorld();
  bell = createServer((request, response) => {
    request.resume();
    response.end('{"content":"ding"}');
  });
  await new Promise<void>((resolve) => {
    bell.listen(0, '127.0.0.1', resolve);
  });
  const settings = { webhook_allowed_networks: ['127.0.0.0/8'] };
  await world.owner.ok.patch('/console/delivery_settings', { settings });
  const url = `http://127.0.0.1:${(bell.address() as AddressInfo).port}/`;
  const bot = { full_name: 'Bell', short_name: 'bell', bot_type: 3, payload_url: url };
  botId = Number((await world.admin.ok.post('/bots', bot))['user_id']);
});
afterAll(async () => {
  await world.stop();
  bell.close();
});

interface Listed {
  id: number;
  status: string;
  message_id: number;
}

async function lastCall(): Promise<Listed> {
  await world.server.workers.deliveries.settled();
  const { deliveries } = await world.admin.ok.get('/console/deliveries', { kind: 'webhook', subject_id: botId });
  return (deliveries as Listed[])[0] as Listed;
}

const detail = async (who: World['admin'], id: number): Promise<unknown> =>
  (await who.ok.get(`/console/deliveries/${id}`))['delivery'];

test('a call in a public channel is shown whole, without the token, also after it was delivered', async () => {
  const message = { type: 'channel', to: 'general', topic: 'noise', content: '@**Bell** ring' };
  const { id: messageId } = await world.member.ok.post('/messages', message);
  const call = await lastCall();
  expect(call).toMatchObject({ status: 'done', trigger: 'mention', message_id: messageId, last_status: 200 });
  expect(call).not.toHaveProperty('request');
  expect(await detail(world.admin, call.id)).toMatchObject({
    request: { data: '@**Bell** ring', trigger: 'mention', token: '[secret]', message: { id: messageId } },
    answer: '{"content":"ding"}',
  });
});

test('of what two others say to each other an administrator sees only that there was a call', async () => {
  const { id: messageId } = await world.member.ok.post('/messages', {
    type: 'direct',
    to: [botId],
    content: 'a secret',
  });
  const call = await lastCall();
  expect(call).toMatchObject({ trigger: 'direct_message', message_id: messageId });
  const shown = await detail(world.admin, call.id);
  expect(shown).toMatchObject({ request: null, answer: null });
  expect(JSON.stringify(shown)).not.toContain('secret');
  await world.admin.fails('GET', '/console/deliveries/999999', {}, { status: 400, code: 'BAD_REQUEST' });
});

test('a bot that cannot be called needs attention, until a call succeeds again', async () => {
  const attention = async () =>
    (await world.admin.ok.get('/console/status'))['attention'] as { kind: string; message: string; screen: unknown }[];
  const kinds = async () => (await attention()).map(({ kind }) => kind);
  expect(await kinds()).not.toContain('webhooks_failing');
  await world.owner.ok.patch('/console/delivery_settings', { settings: { webhook_allowed_networks: [] } });
  await world.member.ok.post('/messages', { type: 'direct', to: [botId], content: 'hello?' });
  expect(await lastCall()).toMatchObject({ status: 'failed' });
  // Its program was never asked: what has to change are the settings.
  const line = (await attention()).find(({ kind }) => kind === 'webhooks_failing');
  expect(line).toMatchObject({
    message: expect.stringMatching(/private address.*An owner can allow that network\.$/),
    screen: { path: '/organization/outgoing' },
  });
  const settings = { webhook_allowed_networks: ['127.0.0.0/8'] };
  await world.owner.ok.patch('/console/delivery_settings', { settings });
  await world.member.ok.post('/messages', { type: 'direct', to: [botId], content: 'hello again' });
  expect(await lastCall()).toMatchObject({ status: 'done' });
  expect(await kinds()).not.toContain('webhooks_failing');
});

test('invitations that no one accepted need attention on their last day', async () => {
  const attention = async () =>
    (await world.admin.ok.get('/console/status'))['attention'] as { kind: string; message: string }[];
  const offer = { invitee_emails: 'late@example.com', stream_ids: [], invite_expires_in_minutes: 2 * 24 * 60 };
  await world.admin.ok.post('/invites', offer);
  expect((await attention()).map(({ kind }) => kind)).not.toContain('invitations_expiring');
  world.clock.advance(25 * 3_600_000);
  expect((await attention()).map(({ kind }) => kind)).toContain('invitations_expiring');
});
