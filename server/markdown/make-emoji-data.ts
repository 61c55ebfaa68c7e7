// Writes emoji-data.json from the emojibase data set: `npx tsx server/markdown/make-emoji-data.ts`, then `npx oxfmt`.
// Every standard emoji gets its code (code points in lower-case hex, without variation selectors) and its names, the
// canonical one first: our own choice below, then the names in common use, then the one derived from its Unicode name.

import { readFileSync, writeFileSync } from 'node:fs';

/** Names that clients of this API are known to send and show, first the canonical one. They win over every source. */
const PREFERRED: Readonly<Record<string, string>> = {
  '1f600': 'grinning happy',
  '1f603': 'smiley',
  '1f604': 'big_smile',
  '1f606': 'laughing lol',
  '1f605': 'sweat_smile',
  '1f602': 'joy tears laughter_tears',
  '1f923': 'rolling_on_the_floor_laughing rofl',
  '263a': 'smiling_face relaxed',
  '1f607': 'innocent halo',
  '1f642': 'smile slight_smile',
  '1f643': 'upside_down oops',
  '1f60d': 'heart_eyes in_love',
  '1f618': 'heart_kiss blow_a_kiss',
  '1f617': 'kiss',
  '1f61b': 'stuck_out_tongue mischievous',
  '1f61c': 'stuck_out_tongue_wink joking',
  '1f911': 'money_face',
  '1f917': 'hug arms_open',
  '1f913': 'nerd geek',
  '1f921': 'clown',
  '1f920': 'cowboy',
  '1f60f': 'smirk smug',
  '1f614': 'pensive tired',
  '1f615': 'oh_no half_frown concerned confused',
  '1f641': 'frown slight_frown',
  '2639': 'sad big_frown',
  '1f629': 'weary distraught',
  '1f621': 'rage mad grumpy very_angry',
  '1f636': 'speechless no_mouth blank poker_face',
  '1f610': 'neutral',
  '1f632': 'astonished very_surprised',
  '1f633': 'flushed embarrassed blushing',
  '1f644': 'rolling_eyes',
  '1f914': 'thinking',
  '1f925': 'lying',
  '1f910': 'silence quiet hush',
  '1f922': 'nauseated queasy',
  '1f924': 'drooling',
  '1f927': 'sneezing',
  '1f915': 'hurt head_bandage injured',
  '1f608': 'smiling_devil smiling_imp',
  '1f47f': 'devil imp angry_devil',
  '1f64f': 'pray welcome thank_you namaste',
  '1f44f': 'clap applause',
  '1f44d': 'thumbs_up +1 like yes',
  '1f44e': 'thumbs_down -1',
  '1f44a': 'fist_bump punch',
  '270a': 'fist power',
  '1f91e': 'fingers_crossed',
  '270c': 'peace_sign victory',
  '1f44c': 'ok got_it',
  '1f448': 'point_left',
  '1f449': 'point_right',
  '1f446': 'point_up this',
  '1f447': 'point_down',
  '261d': 'wait_one_second point_of_information asking_a_question',
  '270b': 'hand raised_hand',
  '1f44b': 'wave hello hi',
  '270d': 'writing',
  '1f440': 'eyes looking',
  '2764': 'heart love love_you',
  '1f525': 'fire lit hot flame',
  '2b50': 'star',
  '1f31f': 'glowing_star',
  '1f389': 'tada',
  '1f38a': 'confetti',
  '1f381': 'gift present',
  '1f6e0': 'working_on_it hammer_and_wrench tools',
  '2705': 'check all_good approved',
  '2714': 'check_mark heavy_check_mark',
  '2611': 'checkbox',
  '274c': 'cross_mark incorrect wrong',
  '2753': 'question',
  '2757': 'exclamation',
  '26a0': 'warning caution hazard',
  '1f4af': '100 hundred',
  '26f5': 'boat sailboat',
  '1f4a1': 'light_bulb bulb idea',
  '23f3': 'time_ticking hourglass',
  '231b': 'times_up time_up',
  '1f4dd': 'memo note',
  '1f512': 'locked',
  '1f513': 'unlocked',
  '1f50d': 'search find magnifying_glass',
  '1f514': 'notifications bell',
  '1f515': 'mute_notifications',
  '1f507': 'mute no_sound',
  '1f50a': 'loud speaker_loud',
  '2795': 'plus add',
  '2796': 'minus subtract',
  '2b06': 'up',
  '2b07': 'down',
  '2b05': 'left',
  '27a1': 'right',
  '0030-20e3': 'zero',
  '0031-20e3': 'one',
  '0032-20e3': 'two',
  '0033-20e3': 'three',
  '0034-20e3': 'four',
  '0035-20e3': 'five',
  '0036-20e3': 'six',
  '0037-20e3': 'seven',
  '0038-20e3': 'eight',
  '0039-20e3': 'nine',
  '1f51f': 'ten',
};

/** In order of precedence: a name belongs to the first emoji that claims it. */
const SOURCES = ['github', 'cldr', 'iamcal', 'emojibase', 'joypixels'];
const NAME = /^[a-z0-9_+-]+$/;

interface Emoji {
  hexcode: string;
  group?: number;
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>;

function readData<T>(file: string): T {
  const url = new URL(import.meta.resolve(`emojibase-data/en/${file}`));
  return JSON.parse(readFileSync(url, 'utf8')) as T;
}

function codeOf(hexcode: string): string {
  return hexcode
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-');
}

function cleanName(name: string): string {
  return /^[+-]1$/.test(name) ? name : name.toLowerCase().replaceAll('-', '_');
}

const emoji = readData<readonly Emoji[]>('data.json').filter(({ group }) => group !== undefined);
const names = new Map<string, string[]>(emoji.map(({ hexcode }) => [codeOf(hexcode), []]));
const taken = new Set<string>();

function claim(code: string, candidates: readonly string[]): void {
  const own = names.get(code);
  if (own === undefined) return;
  for (const name of candidates.map(cleanName)) {
    if (!NAME.test(name) || taken.has(name)) continue;
    taken.add(name);
    own.push(name);
  }
}

for (const [code, preferred] of Object.entries(PREFERRED)) {
  if (!names.has(code)) throw new Error(`There is no emoji ${code}.`);
  claim(code, preferred.split(' '));
}
for (const source of SOURCES) {
  for (const [hexcode, shortcodes] of Object.entries(readData<Shortcodes>(`shortcodes/${source}.json`))) {
    claim(codeOf(hexcode), typeof shortcodes === 'string' ? [shortcodes] : shortcodes);
  }
}
for (const [code, own] of names) {
  if (own.length === 0) throw new Error(`No name is left for emoji ${code}.`);
}

const table = Object.fromEntries([...names].map(([code, own]) => [code, own.join(' ')]));
writeFileSync(new URL('./emoji-data.json', import.meta.url), `${JSON.stringify(table, undefined, 2)}\n`);
