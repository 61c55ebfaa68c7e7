/** What people do with messages later: correct a slip, move them where they belong, mark a topic as resolved, read. */
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

/** The text with two letters of one long word changed about; null when it has no such word. */
export function withSlip(text: string, random: DemoRandom): string | null {
  const words = [...text.matchAll(/(?<![\w@#*/{.-])[a-z]{6,}(?![\w*/}])/g)];
  if (words.length === 0 || /[`|[\]]/.test(text)) return null;
  const { 0: word, index } = random.pick(words);
  const at = index + 2 + random.whole(word.length - 4);
  const [one = '', other = ''] = [text[at], text[at + 1]];
  return one === other ? null : text.slice(0, at) + other + one + text.slice(at + 2);
}

/** Three messages that were said in the wrong place, and who put them right. */
export function planMoves({ seeder, timeline, calendar }: ScenarioPlan): void {
  const stray = [
    {
      who: 'ewan',
      from: 'planning',
      topic: 'Daily check-in',
      text: 'Has anybody tried the new dumpling place behind the station?',
      by: 'tomas',
      to: 'lunch',
      newTopic: 'Dumplings behind the station',
      back: 23,
    },
    {
      who: 'lucia',
      from: 'support',
      topic: 'Queue',
      text: 'The clinic in the north asks whether it can see wishes and hours side by side. Not a ticket, more of an idea.',
      by: 'fatima',
      to: 'planning',
      newTopic: 'Wishes and hours side by side',
      back: 11,
    },
    {
      who: 'daniel',
      from: 'engineering',
      topic: 'builds',
      text: 'The clock in the corridor goes again. Six minutes late, but it goes.',
      by: 'mei',
      to: 'random',
      newTopic: 'The clock in the corridor',
      back: 9,
    },
  ] as const;
  for (const { who, from, topic, text, by, to, newTopic, back } of stray) {
    let id = 0;
    const atMs = calendar.at(back, 11 * 60 + 7);
    timeline.messages += 1;
    timeline.add(atMs, () => {
      id = sendMessage(seeder.as(who), { channel: seeder.channel(from), topic, content: text }).id;
    });
    timeline.add(atMs + 12 * minuteMs, () => {
      const target = {
        channel: seeder.channel(to),
        topic: newTopic,
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
