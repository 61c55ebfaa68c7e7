/** Names of channels, folders, groups, people and topics: whatever people can see, in any script, and nothing else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const naming = {
  channel: async (name: string) => world.owner.post('/channels/create', { name, subscribers: [] }),
  folder: async (name: string) => world.owner.post('/channel_folders/create', { name, description: '' }),
  group: async (name: string) => world.owner.post('/user_groups/create', { name, description: '', members: [] }),
  person: async (full_name: string) => world.member.patch('/settings', { full_name }),
};
const topic = async (name: string) =>
  world.owner.post('/messages', { type: 'channel', to: 'general', topic: name, content: 'x' });

const unseen = ['\u200b', '\u200d\ufe0f', '\u3164 \u00ad', '\u2800', '\u{e0061}'];
const strange = ['x\u00ady', 'a\u202eb', '\u2066a', 'a\nb', 'a\u2028b'];
const real = ['क्षत्रिय', 'می‌خواهم', '👩‍💻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', 'שלום\u200f (1)', '\ue000'];

it.each(Object.entries(naming))(
  'a %s has a name that people can see and that stays in its line',
  async (_what, give) => {
    for (const name of [...unseen, ...strange])
      expect([name, (await give(name)).status, (await give(name)).body['code']]).toEqual([name, 400, 'BAD_REQUEST']);
    for (const name of real) expect([name, (await give(name)).status]).toEqual([name, 200]);
  },
);

it('a topic has one that people can see, or none', async () => {
  for (const name of unseen) expect([name, (await topic(name)).status]).toEqual([name, 400]);
  for (const name of [...real, '']) expect([name, (await topic(name)).status]).toEqual([name, 200]);
});
