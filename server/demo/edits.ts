/** Later changes of demo messages: correct a slip, move them where they belong, mark a topic as resolved, read. */
import { editMessage } from '../domain/messages/edit.ts';
import { markAllRead, markChannelRead } from '../domain/messages/flags/mark.ts';
import { sendMessage } from '../domain/messages/send.ts';
import { minuteMs } from '../durations.ts';
import { spanDays } from './calendar.ts';
import { cast, type PersonKey, type SpeakerKey } from './cast.ts';
import type { DemoRandom } from './random.ts';
import type { Seeder } from './seeder.ts';
import type { ScenarioPlan } from './timeline.ts';

const quietly = { toOldThread: false, toNewThread: false };

/** Marks a topic as resolved by its last message; bots have it done by the release manager. */
export function resolveTopic(seeder: Seeder, by: SpeakerKey, messageId: number): void {
  const message = seeder.message(messageId);
  const who = by === 'build' || by === 'lookup' ? 'daniel' : by;
  editMessage(seeder.as(who), message, {
    topic: `✔ ${message.topic}`,
    mode: 'change_all',
    notices: { ...quietly, toNewThread: true },
  });
}

/** Puts the right text in place of the one with a slip. */
export function correct(seeder: Seeder, who: SpeakerKey, messageId: number, content: string): void {
  editMessage(seeder.as(who), seeder.message(messageId), { content, mode: 'change_one', notices: quietly });
}

/** Words in which a slip may happen, the long ones first: not those of markup, names, emoji and addresses. */
const slippery = ['[\\p{Ll}\\p{Lo}]{6,}', '[\\p{Ll}\\p{Lo}]{4,}', '\\p{L}{2,}'].map(
  (word) => new RegExp(`(?<![\\p{L}_@#*/{.:-])${word}(?![\\p{L}\\p{N}_*/}]|://)`, 'gu'),
);

/**
 * The text with two letters of one word changed about; null where it has markup. Whether there is a slip, and how often chance is asked,
 * depends on no letter: it is the same in every language.
 */
export function withSlip(text: string, random: DemoRandom): string | null {
  const [choice, place] = [random.whole(1000), random.whole(1000)];
  if (/[`|[\]]/.test(text)) return null;
  const words = slippery
    .map((pattern) => [...text.matchAll(pattern)].filter(([word]) => unequal(word).length > 0))
    .find((found) => found.length > 0);
  const word = words?.[choice % words.length];
  if (word === undefined) return null;
  const letters = [...word[0]];
  const places = unequal(word[0]);
  const inner = places.filter((at) => at > 0 && at + 2 < letters.length);
  const at = (inner.length > 0 ? inner : places).at(place % (inner.length || places.length)) ?? 0;
  const changed = [...letters.slice(0, at), letters[at + 1], letters[at], ...letters.slice(at + 2)].join('');
  return text.slice(0, word.index) + changed + text.slice(word.index + word[0].length);
}

/** @returns the places of letters that differ from the next one. */
function unequal(word: string): number[] {
  const letters = [...word];
  return letters.slice(0, -1).flatMap((letter, at) => (letter === letters[at + 1] ? [] : at));
}

/** Three messages that were said in the wrong place, and who put them right. */
export function planMoves({ seeder, timeline, calendar }: ScenarioPlan): void {
  const { texts } = seeder;
  const moved = [
    { key: 'dumplings', who: 'ewan', from: 'planning', topic: 'check-in', by: 'tomas', to: 'lunch', back: 23 },
    { key: 'wishes', who: 'lucia', from: 'support', topic: 'queue', by: 'fatima', to: 'planning', back: 11 },
    { key: 'clock', who: 'daniel', from: 'engineering', topic: 'builds', by: 'mei', to: 'random', back: 9 },
  ] as const;
  for (const { key, who, from, topic, by, to, back } of moved) {
    let id = 0;
    const atMs = calendar.at(back, 11 * 60 + 7);
    timeline.messages += 1;
    timeline.add(atMs, () => {
      const [said, content] = [texts.text('topics', topic), texts.text('moved', key)];
      id = sendMessage(seeder.as(who), { channel: seeder.channel(from), topic: said, content }).id;
    });
    timeline.add(atMs + 12 * minuteMs, () => {
      const target = {
        channel: seeder.channel(to),
        topic: texts.text('topics', key),
        mode: 'change_one',
        notices: { toOldThread: true, toNewThread: true },
      } as const;
      editMessage(seeder.as(by), seeder.message(id), target);
    });
  }
}

/** Everyone reads at the end of a day, until as many days before the end as they are behind; some read parts of the rest. */
export function planReading({ seeder, timeline, calendar }: ScenarioPlan): void {
  const end = 23 * 60;
  for (let back = Math.min(spanDays, calendar.workdays.length - 1); back >= 0; back -= 1) {
    timeline.add(calendar.at(back, end), () => {
      for (const key of seeder.present()) if (back >= (cast[key].unreadDays ?? 0)) markAllRead(seeder.as(key));
    });
  }
  const partly: [PersonKey, string][] = [
    ['fatima', 'support'],
    ['daniel', 'engineering'],
    ['jonas', 'announcements'],
    ['tomas', 'planning'],
    ['sofia', 'pilot-bakeries'],
    ['yuki', 'planning'],
  ];
  timeline.add(calendar.at(0, end + 1), () => {
    for (const [key, channel] of partly) markChannelRead(seeder.system(), seeder.id(key), seeder.channel(channel).id);
  });
}
