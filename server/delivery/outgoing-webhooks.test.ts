/** Outgoing webhooks (contract: OutgoingWebhookPayload; spec: Authentication 5): a bot's server on loopback is really called. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeContract } from '../contract/complete.ts';
import { createUser } from '../domain/accounts/lifecycle.ts';
import { systemActing } from '../domain/acting.ts';
import { storeBotService } from '../domain/bots/rows.ts';
import { Role } from '../permissions/roles.ts';
import type { Body } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';
import { replyContent } from './outgoing-webhooks.ts';

const token = 'BotToken0123456789BotToken012345';

describe('outgoing webhooks', () => {
  let world: World;
  let hook: Server;
  let hookUrl: string;
  let botId: number;
  let general: number;
  let calls: { body: Body; headers: Record<string, unknown> }[] = [];
  let answer: { status: number; text: string | Buffer; headers?: Record<string, string> } = { status: 200, text: '' };

  beforeAll(async () => {
    world = await startWorld();
    [{ id: general }] = (await world.db<{ id: number }>('SELECT id FROM streams ORDER BY id LIMIT 1')) as [
      { id: number },
    ];
    hook = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
        const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as Body);
        calls.push({ body, headers: request.headers });
        response.writeHead(answer.status, answer.headers).end(answer.text);
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
    const { services } = world.server;
    botId = await services.storage.transaction((tx) => {
      const acting = systemActing(tx, services, world.url);
      const bot = createUser(acting, {
        email: 'echo-bot@example.com',
        fullName: 'Echo Bot',
        role: Role.member,
        passwordHash: null,
        isBot: true,
        botType: 3,
        botOwnerId: world.member.userId,
      });
      storeBotService(tx, {
        bot_id: bot.id,
        base_url: hookUrl,
        token,
        interface: 1,
        triggers: ['direct_message', 'mention'],
      });
      return bot.id;
    });
    await allow(['127.0.0.0/8']);
  });
  afterAll(async () => {
    await world.stop();
    await new Promise((resolve) => hook.close(resolve));
  });
  beforeEach(() => {
    calls = [];
    answer = { status: 200, text: '' };
  });

  const allow = async (networks: string[]) =>
    world.owner.ok.patch('/console/delivery_settings', { settings: { webhook_allowed_networks: networks } });
  const settled = async () => world.server.workers.deliveries.settled();
  const write = async (content: string, client = world.member2) => {
    const { id } = await client.ok.post('/messages', { type: 'direct', to: [botId], content });
    await settled();
    return Number(id);
  };
  const pass = async (ms: number) => {
    world.clock.advance(ms);
    world.server.services.wake.deliveries();
    await settled();
  };
  const saidByBot = async () =>
    (await world.db<{ content: string }>('SELECT content FROM messages WHERE sender_id = ? ORDER BY id', botId)).map(
      ({ content }) => content,
    );
  const lastDelivery = async () =>
    (await world.db("SELECT * FROM deliveries WHERE kind = 'webhook' ORDER BY id DESC LIMIT 1"))[0];

  describe('the compatible form (interface_type 2)', () => {
    beforeAll(async () => {
      await world.member.ok.patch(`/bots/${botId}`, { interface_type: 2 });
    });
    afterAll(async () => {
      await world.member.ok.patch(`/bots/${botId}`, { interface_type: 1 });
    });

    it('has the fields that other chat servers send, and is answered with `text`', async () => {
      answer = { status: 200, text: '{"text": "All is well, *here*", "content": "not this"}' };
      const { id } = await world.member.ok.post('/messages', {
        type: 'channel',
        to: general,
        topic: 'ci',
        content: '@**Echo Bot** status?',
      });
      await settled();
      expect(calls).toHaveLength(1);
      expect(calls[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      const seconds = Math.floor(world.clock.nowMs / 1000);
      expect(calls[0]?.body).toEqual({
        token,
        team_id: 'T1',
        team_domain: expect.stringMatching(/./) as string,
        channel_id: `C${general}`,
        channel_name: 'general',
        thread_ts: String(id),
        timestamp: `${seconds}.${String(id).padStart(6, '0')}`,
        user_id: `U${world.member.userId}`,
        user_name: world.member.name,
        text: '@**Echo Bot** status?',
        trigger_word: 'mention',
        service_id: String(botId),
      });
      expect((await saidByBot()).at(-1)).toBe('All is well, *here*');
    });

    it('names a direct conversation as such', async () => {
      await write('psst');
      expect(calls[0]?.body).toMatchObject({
        channel_name: 'directmessage',
        text: 'psst',
        trigger_word: 'direct_message',
      });
      expect(String(calls[0]?.body['channel_id'])).toMatch(/^D\d+$/);
    });
  });

  describe('the payload', () => {
    it('of a direct message is the documented one, field by field', async () => {
      const id = await write('hello **bot**');
      expect(calls).toHaveLength(1);
      const { body, headers } = calls[0] as (typeof calls)[0];
      expect(headers['content-type']).toBe('application/json');
      expect(body).toMatchObject({
        bot_email: 'echo-bot@example.com',
        bot_full_name: 'Echo Bot',
        data: 'hello **bot**',
        trigger: 'direct_message',
        token,
      });
      expect(body['message']).toMatchObject({
        id,
        type: 'private',
        sender_id: world.member2.userId,
        sender_email: world.member2.email,
        sender_full_name: world.member2.name,
        content: 'hello **bot**',
        content_type: 'text/x-markdown',
        rendered_content: '<p>hello <strong>bot</strong></p>',
        subject: '',
        timestamp: Math.floor(world.clock.nowMs / 1000),
      });
      const people = (body['message'] as { display_recipient: { id: number }[] }).display_recipient;
      expect(people.map((person) => person.id).toSorted()).toEqual([world.member2.userId, botId].toSorted());
      checkPayload(body);
    });

    it('of a mention has the trigger `mention` and the channel’s fields', async () => {
      const { id } = await world.member.ok.post('/messages', {
        type: 'channel',
        to: general,
        topic: 'ci',
        content: '@**Echo Bot** status?',
      });
      await settled();
      expect(calls.map(({ body }) => body['trigger'])).toEqual(['mention']);
      expect(calls[0]?.body['message']).toMatchObject({ id, type: 'stream', stream_id: general, subject: 'ci' });
      checkPayload(calls[0]?.body);
    });

    it('is not sent for a mention that an edit adds: a service is called once for each new message', async () => {
      const { id } = await world.member.ok.post('/messages', {
        type: 'channel',
        to: general,
        topic: 'ci',
        content: 'status?',
      });
      await world.member.ok.patch(`/messages/${String(id)}`, { content: '@**Echo Bot** status?' });
      await settled();
      expect(calls).toEqual([]);
    });

    it('is sent only when a trigger of the bot fits: no wildcard, no silent mention, no message of its own or of another bot', async () => {
      for (const content of ['nobody', '@**all** hands', '@_**Echo Bot** quietly', '> @**Echo Bot** quoted']) {
        await world.member.ok.post('/messages', { type: 'channel', to: general, topic: 'ci', content });
      }
      await write('from a bot', world.bot);
      expect(calls).toEqual([]);
      await world.server.services.storage.transaction((tx) =>
        storeBotService(tx, { bot_id: botId, base_url: hookUrl, token, interface: 1, triggers: ['mention'] }),
      );
      await write('direct');
      expect(calls).toEqual([]);
      await world.server.services.storage.transaction((tx) =>
        storeBotService(tx, {
          bot_id: botId,
          base_url: hookUrl,
          token,
          interface: 1,
          triggers: ['direct_message', 'mention'],
        }),
      );
    });
  });

  describe('the reply', () => {
    it('is posted by the bot where it was called', async () => {
      answer = { status: 200, text: JSON.stringify({ content: 'all **green**' }) };
      const queue = await world.member2.register({ event_types: ['message'], apply_markdown: true });
      await write('status?');
      expect((await queue.events()).at(-1)).toMatchObject({
        message: { sender_id: botId, type: 'private', content: '<p>all <strong>green</strong></p>' },
      });
      await world.member.ok.post('/messages', {
        type: 'channel',
        to: general,
        topic: 'ci',
        content: '@**Echo Bot** status?',
      });
      await settled();
      expect(
        (await world.db('SELECT * FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT 1', botId))[0],
      ).toMatchObject({ stream_id: general, topic: 'ci', content: 'all **green**' });
    });

    it.each([
      ['{"response_string":"older"}', 'older'],
      ['{"content":"newer","response_string":"older"}', 'newer'],
      ['{"response_not_required":true,"content":"silent"}', null],
      ['{"content":"  "}', null],
      ['{"content":5}', '5'],
      ['{"content":false}', 'false'],
      ['{"content":null}', null],
      ['{}', null],
      ['', null],
    ])('in %s is %s', (text, said) => {
      expect(replyContent(text)).toBe(said);
    });

    it('that is longer than a message comes in several, and far longer ones say what is left out', async () => {
      const said = async (length: number) => {
        const before = (await saidByBot()).length;
        answer = { status: 200, text: JSON.stringify({ content: 'é'.repeat(length) }) };
        await write('talk');
        return (await saidByBot()).slice(before);
      };
      const two = await said(12_000);
      expect(two).toHaveLength(2);
      expect(two.join('')).toBe('é'.repeat(12_000));
      const ten = await said(120_000);
      expect(ten).toHaveLength(10);
      expect(ten.at(-1)).toMatch(/é\n\n\*Shortened: the last \d+ characters are left out\.\*$/);
    });

    it.each(['{"content":{"a":1}}', '{"content":["x"]}', '{"response_string":{}}'])(
      'in %s is no text, and its owner is notified',
      async (text) => {
        answer = { status: 200, text };
        const before = (await saidByBot()).length;
        await write('structured?');
        expect(await lastDelivery()).toMatchObject({ status: 'failed', attempts: 1, response: text });
        expect(await saidByBot()).toHaveLength(before);
        const [notice] = await world.db('SELECT content FROM messages ORDER BY id DESC LIMIT 1');
        expect(notice).toMatchObject({ content: expect.stringContaining('"content" of the answer is not a text') });
      },
    );

    it.each([
      ['a mark before it', Buffer.from('\ufeff{"content":"marked"}'), 'marked'],
      [
        'bytes that are no UTF-8',
        Buffer.from([...Buffer.from('{"content":"b'), 0xe4, ...Buffer.from('d"}')]),
        'b\ufffdd',
      ],
      ['half a character', String.raw`{"content":"x\ud83d"}`, 'x\ufffd'],
      [
        'a widget of another kind',
        '{"content":"as text","widget_content":"{\\"widget_type\\":\\"zform\\"}"}',
        'as text',
      ],
    ])('with %s is posted', async (_name, text, said) => {
      answer = { status: 200, text };
      await write('encode?');
      expect((await saidByBot()).at(-1)).toBe(said);
    });

    it.each([
      ['nothing', 204, '', 'delivered'],
      ['blanks', 200, ' \n', 'delivered'],
      ['an empty object', 201, '{}', 'delivered'],
      ['a redirect', 302, '', 'failed'],
      ['a redirect that keeps the method', 308, '', 'failed'],
      ['more than is read', 200, `{"content":"${'x'.repeat(300_000)}"}`, 'failed'],
      ['a list', 200, '["x"]', 'failed'],
    ])('of %s posts nothing, and a failure is told once', async (_name, status, text, became) => {
      answer = { status, text, headers: { location: `${hookUrl}/elsewhere` } };
      const before = (await saidByBot()).length;
      await write('quiet?');
      expect(await lastDelivery()).toMatchObject(
        became === 'failed' ? { status: 'failed', attempts: 1 } : { response: text.trim() === '' ? text : '{}' },
      );
      expect(calls).toHaveLength(1);
      expect(await saidByBot()).toHaveLength(before);
    });

    it.each<[string, string, RegExp]>([
      [
        'on another host',
        'https://user:pw@hooks.example:8443/s3cret?t=1',
        /redirect to https:\/\/hooks\.example:8443 \(status 307\)/,
      ],
      ['on its own host', '/s3cret', /redirect to http:\/\/127\.0\.0\.1:\d+ \(status 307\)/],
      ['without an address', '', /redirect to http:\/\/127\.0\.0\.1:\d+ \(status 307\)|redirect \(status 307\)/],
      ['to no web page', 'javascript:s3cret', /redirect \(status 307\)/],
    ])('that redirects, %s: the owner learns where to, without its path', async (_name, location, said) => {
      answer = { status: 307, text: '', headers: { location } };
      await write('moved?');
      expect(await lastDelivery()).toMatchObject({ status: 'failed', attempts: 1 });
      const [notice] = await world.db('SELECT content FROM messages ORDER BY id DESC LIMIT 1');
      const content = String(notice?.['content']);
      expect(content).toMatch(said);
      expect(content).toContain('Redirects are not followed');
      expect(content).not.toMatch(/s3cret|pw/);
    });

    it('with a widget is the message that begins it', () => {
      const poll = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup', 'Salad'] } };
      for (const widget_content of [poll, JSON.stringify(poll)])
        expect(replyContent(JSON.stringify({ content: 'Lunch?', widget_content }))).toBe('/poll Lunch?\nSoup\nSalad');
      const tasks = [{ task: 'Buy milk', desc: 'two' }, { task: 'Call Bob' }, 5];
      const todo = { widget_type: 'todo', extra_data: { task_list_title: 'Today', tasks } };
      expect(replyContent(JSON.stringify({ widget_content: todo }))).toBe('/todo Today\nBuy milk: two\nCall Bob\n');
      const numbers = { widget_type: 'poll', extra_data: JSON.stringify({ options: [1, 2] }) };
      expect(replyContent(JSON.stringify({ content: 'How many?', widget_content: numbers }))).toBe(
        '/poll How many?\n1\n2',
      );
      for (const widget_content of ['{', 5, [], { widget_type: 'zform' }, { widget_type: 'poll', extra_data: null }])
        expect(replyContent(JSON.stringify({ content: 'as text', widget_content }))).toBe('as text');
    });

    it('with a poll that does not fit into a message is told to the owner', async () => {
      const options = Array.from({ length: 3000 }, (_none, at) => `option ${at}`);
      answer = {
        status: 200,
        text: JSON.stringify({ widget_content: { widget_type: 'poll', extra_data: { question: 'Which?', options } } }),
      };
      const before = (await saidByBot()).length;
      await write('options?');
      expect(await lastDelivery()).toMatchObject({ status: 'failed', attempts: 1 });
      expect(await saidByBot()).toHaveLength(before);
      const [notice] = await world.db('SELECT content FROM messages ORDER BY id DESC LIMIT 1');
      expect(notice).toMatchObject({ content: expect.stringContaining('could not be posted') });
    });

    it('is read in the charset that it says it has', async () => {
      const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
      answer = { status: 200, text: Buffer.from('{"content":"caf\u00e9"}', 'latin1'), headers };
      await write('charset?');
      expect((await saidByBot()).at(-1)).toBe('caf\u00e9');
    });

    it('that is no JSON is told to the owner', async () => {
      answer = { status: 200, text: '<html>' };
      const queue = await world.member.register({ event_types: ['message'] });
      await write('broken?');
      expect(await lastDelivery()).toMatchObject({ status: 'failed', attempts: 1 });
      expect((await queue.events()).at(-1)).toMatchObject({
        message: {
          content: expect.stringMatching(/answer could not be posted[^]*not valid JSON[^]*It answered:\n<html>/),
        },
      });
    });
  });

  describe('an answer that is no text', () => {
    it.each<[string, number, Buffer | string, string]>([
      ['zeros', 200, Buffer.alloc(20), 'failed'],
      ['a packed text', 200, Buffer.from([31, 139, 8, 0, 0, 0, 0, 0]), 'failed'],
      ['half a character at the end of what is shown', 200, `${'x'.repeat(499)}\u{1f600}`, 'failed'],
      ['half a character at the end of what is stored', 404, `${'x'.repeat(1999)}\u{1f600}`, 'failed'],
      ['zeros of a missing page', 404, Buffer.alloc(20), 'failed'],
      ['zeros of a server in trouble', 500, Buffer.alloc(20), 'pending'],
      ['a content with a zero', 200, String.raw`{"content":"a\u0000b"}`, 'done'],
      ['a content with half a character', 200, String.raw`{"content":"a\ud800b"}`, 'done'],
    ])('is called once for %s (%d)', async (_, status, text, end) => {
      answer = { status, text };
      await write('go');
      expect(await lastDelivery()).toMatchObject({ status: end, attempts: 1 });
      expect(calls).toHaveLength(1);
      await world.server.services.storage.transaction((tx) =>
        tx.run("DELETE FROM deliveries WHERE status = 'pending'"),
      );
    });
  });

  describe('a failed call', () => {
    it('is repeated after growing pauses, across a restart, with the same payload, and answered then', async () => {
      answer = { status: 503, text: 'busy' };
      const before = (await saidByBot()).length;
      await write('again and again');
      expect(await lastDelivery()).toMatchObject({ status: 'pending', attempts: 1, last_status: 503 });
      await pass(1_900);
      expect(calls).toHaveLength(1);
      await pass(100);
      expect(calls).toHaveLength(2);
      answer = { status: 200, text: '{"content":"at last"}' };
      await world.restart();
      await settled();
      expect(calls).toHaveLength(2);
      await pass(10_000);
      expect(calls).toHaveLength(3);
      expect(calls[2]?.body).toEqual(calls[0]?.body);
      expect(await lastDelivery()).toMatchObject({
        status: 'done',
        payload: expect.not.stringContaining('content'),
      });
      expect((await saidByBot()).slice(before)).toEqual(['at last']);
    });

    it('is given up in the end, and the owner is informed once by the notification bot', async () => {
      answer = { status: 500, text: 'broken' };
      const queue = await world.member.register({ event_types: ['message'] });
      const id = await write('hopeless');
      for (const pause of [2_000, 10_000, 60_000, 300_000]) {
        expect(await queue.events()).toEqual([]);
        await pass(pause);
      }
      expect(calls).toHaveLength(5);
      expect(await lastDelivery()).toMatchObject({ status: 'failed', attempts: 5, last_status: 500 });
      const told = await queue.events();
      expect(told).toHaveLength(1);
      const { message } = told[0] as { message: { sender_email: string; content: string } };
      expect(message.sender_email).toMatch(/^notification-bot@/);
      expect(message.content).toContain('Echo Bot');
      expect(message.content).toContain('status 500');
      expect(message.content).toContain(`/near/${id}`);
    });

    it('with 4xx is not repeated', async () => {
      answer = { status: 404, text: '' };
      await write('wrong address');
      await pass(600_000);
      expect(calls).toHaveLength(1);
    });

    it('to a private address that the settings do not allow never leaves, and the owner is informed', async () => {
      await allow([]);
      const queue = await world.member.register({ event_types: ['message'] });
      await write('forbidden');
      expect(calls).toEqual([]);
      expect((await queue.events()).at(-1)).toMatchObject({
        message: { content: expect.stringContaining('private address') },
      });
      await allow(['127.0.0.0/8']);
    });

    it('of a bot that was deactivated in the meantime is dropped', async () => {
      answer = { status: 503, text: '' };
      await write('goodbye');
      await world.server.services.storage.transaction((tx) =>
        tx.run('UPDATE users SET is_active = 0 WHERE id = ?', botId),
      );
      await pass(2_000);
      expect(calls).toHaveLength(1);
      expect(await lastDelivery()).toMatchObject({ status: 'failed' });
      await world.server.services.storage.transaction((tx) =>
        tx.run('UPDATE users SET is_active = 1 WHERE id = ?', botId),
      );
    });
  });
});

/** The payload has the fields of the contract's OutgoingWebhookPayload, all that are always there and no others. */
function checkPayload(body: Body | undefined): void {
  type Shape = { properties: Record<string, unknown>; required: string[] };
  const { schemas } = completeContract().components as unknown as { schemas: Record<string, Shape> };
  for (const [name, value] of [
    ['OutgoingWebhookPayload', body],
    ['OutgoingWebhookMessage', body?.['message']],
  ] as const) {
    const shape = schemas[name] as Shape;
    const fields = Object.keys(value as object);
    expect(shape.required.filter((field) => !fields.includes(field))).toEqual([]);
    expect(fields.filter((field) => !(field in shape.properties))).toEqual([]);
  }
}
