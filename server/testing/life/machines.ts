/** Life of programs and devices: what bots keep and post, whom they call, and where phones are informed. */
import { Client } from '../client.ts';
import type { Act, Life } from './life.ts';

/** Where no one answers. */
export const relay = 'http://127.0.0.1:9/';

export async function ofMachines(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const { bot } = world;
  const person = life.pick(life.people);
  const channel = await life.one('SELECT id FROM streams WHERE is_archived = 0');
  const made = { full_name: `Machine ${index}`, short_name: `machine${index}` };
  const url = `http://127.0.0.1:9/${index}`;
  const outgoing = await life.one('SELECT id FROM users WHERE bot_type = 3');
  return [
    () => person.post('/bots', { ...made, bot_type: 2 }),
    () => person.post('/bots', { ...made, bot_type: 3, payload_url: JSON.stringify(url), interface_type: 1 }),
    () => person.patch(`/bots/${outgoing}`, { payload_url: JSON.stringify(url), interface_type: life.pick([1, 2]) }),
    () => bot.put('/bot_storage', { storage: { [`k${life.random(5)}`]: `v${index}` } }),
    () => bot.delete('/bot_storage'),
    async () => (await posting(life)).request('POST', '/external/json', { ...payload, query: `stream=${channel}` }),
    async () => (await posting(life)).request('POST', '/external/slack', payload),
  ];
}

const payload = {
  body: JSON.stringify({ text: 'A service speaks', content: 'A service speaks' }),
  headers: { 'Content-Type': 'application/json' },
};

/** An incoming-webhook bot; no one where there is none. */
async function posting(life: Life): Promise<Client> {
  const { world } = life;
  const bots = await world.db<{ id: number; email: string; api_key: string }>(
    'SELECT id, email, api_key FROM users WHERE bot_type = 2 AND is_active = 1',
  );
  if (bots.length === 0) return world.stranger;
  const { id, email, api_key: apiKey } = life.pick(bots);
  return new Client(() => world.url, { userId: id, email, apiKey, name: 'a webhook bot' });
}

export async function ofDevices(life: Life, index: number): Promise<Act[]> {
  const { owner } = life.world;
  const person = life.pick(life.people);
  const token = 'ab12'.repeat(7) + life.pick(['0000', '1111']);
  const account = life.random(3);
  const tokens = (kind: string) => `SELECT token AS id, user_id AS owner FROM push_tokens WHERE kind = '${kind}'`;
  const [[phone, apns], [other, fcm]] = [await life.own<string>(tokens('apns')), await life.own<string>(tokens('fcm'))];
  return [
    () => owner.patch('/console/delivery_settings', { settings: { push_relay_url: life.pick(['', relay]) } }),
    () => owner.patch('/console/delivery_settings', { settings: { push_relay_url: relay } }),
    () =>
      person.post('/mobile_push/register', {
        token_kind: life.pick(['fcm', 'apns']),
        push_account_id: account,
        push_public_key: Buffer.alloc(32, 1 + (index % 200)).toString('base64'),
        bouncer_public_key: 'a key',
        encrypted_push_registration: Buffer.from('for the relay').toString('base64'),
      }),
    () => person.post('/users/me/mobile_push_reg_id', { token }),
    () => other.delete('/users/me/android_gcm_reg_id', { token: String(fcm) }),
    () => person.post('/users/me/apns_device_token', { token, appid: 'org.example.Hearth' }),
    () => phone.delete('/users/me/apns_device_token', { token: String(apns) }),
  ];
}
