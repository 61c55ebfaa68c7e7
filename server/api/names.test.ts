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
/** Marks that cover the lines above and below, one that is repeated, and joiners in scripts that need none. */
const disfigured = [
  'Z\u0351\u0343\u0352\u0300\u0316\u0317',
  `Zo${'\u0336\u0321'.repeat(20)}`,
  'a\u0301\u0301\u0302',
  'n\u0303\u0303',
  'ก\u0e47\u0e47\u0e47',
  `ก${'\u0e47\u0e48'.repeat(5)}`,
  `x${'\u20dd\u20de\u20df'.repeat(2)}`,
  'A\u200dnn',
  'An\u200cn',
  'Ан\u200dна',
  '安\u200c娜',
  '\u200dAnn',
  'می\u200c',
];
const strange = ['x\u00ady', 'a\u202eb', '\u2066a', 'a\nb', 'a\u2028b'];
/** As their scripts stack marks: Vietnamese, Yoruba, Hebrew with vowels, Arabic, Thai, Tibetan, Myanmar, Khmer, Devanagari. */
const marked = ['Nguyễn Thị Ánh', 'Ọ̀ṣọ̀ọ́', 'שָׁלוֹם בַּיִת', 'مُحَمَّدٌ', 'น้ำปั่น', 'ཧྐྵྨླྺྼྻྂ', 'ကြောင်း', 'ស្ត្រី', 'र्द्ध्र्य', '1️⃣'];
const real = ['क्षत्रिय', 'می‌خواهم', '👩‍💻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', 'שלום\u200f (1)', '\ue000', ...marked];

it.each(Object.entries(naming))(
  'a %s has a name that people can see and that stays in its line',
  async (_what, give) => {
    for (const name of [...unseen, ...strange, ...disfigured])
      expect([name, (await give(name)).status, (await give(name)).body['code']]).toEqual([name, 400, 'BAD_REQUEST']);
    for (const name of real) expect([name, (await give(name)).status]).toEqual([name, 200]);
  },
);

it('a topic has one that people can see, or none', async () => {
  for (const name of [...unseen, ...disfigured]) expect([name, (await topic(name)).status]).toEqual([name, 400]);
  for (const name of [...real, '']) expect([name, (await topic(name)).status]).toEqual([name, 200]);
});
