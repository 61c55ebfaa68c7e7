/**
 * A game in #random that runs beside everything else: a word that begins as the last one ended. It is as long as it must
 * be for the demo to have its round number of messages.
 */
import { sendMessage } from '../domain/messages/send.ts';
import type { PersonKey } from './cast.ts';
import { pools } from './script.ts';
import type { Seeder } from './seeder.ts';
import type { DemoTexts } from './texts.ts';
import type { ScenarioPlan } from './timeline.ts';
import { planLine, type Spot } from './transcript-plan.ts';

const players: readonly PersonKey[] = ['lucia', 'daniel', 'priya', 'ewan', 'noah', 'yuki', 'tomas', 'sofia'];
/** Left for the end, when it is known how much the server itself has said. */
const reserve = 120;
const wordsOf = (texts: DemoTexts): string[] => pools(texts.file('chain')).get('words') ?? [];

function said(texts: DemoTexts, index: number): { who: PersonKey; content: string } | undefined {
  const words = wordsOf(texts);
  const word = words[index];
  const who = players[(index * 3 + (index >> 3)) % players.length];
  return word === undefined || who === undefined
    ? undefined
    : { who, content: index === 0 ? `${texts.text('word chain', 'rules')} **${word}**` : word };
}

/** Plays most of the chain over the last weeks: called when everything else is on the timeline. */
export function planWordChain(plan: ScenarioPlan, texts: DemoTexts, total: number): void {
  const { timeline, calendar, random } = plan;
  const words = wordsOf(texts);
  const spot: Spot = { channel: 'random', topic: texts.text('topics', 'chain'), people: [] };
  const count = Math.max(2, Math.min(words.length, total - timeline.messages - reserve));
  const days = 20;
  for (let index = 0; index < count; index += 1) {
    const turn = said(texts, index);
    if (turn === undefined) return;
    const line = {
      who: turn.who,
      text: turn.content,
      isNextDay: false,
      reactions: [],
      starredBy: [],
      votes: [],
      file: undefined,
    };
    const back = days - Math.floor((index * days) / count);
    planLine(plan, spot, line, calendar.at(back, 12 * 60 + (index % 5) * 40 + random.whole(30)));
  }
}

/** Says the words that are missing to the round number. @throws Error when the words do not suffice. */
export function finishWordChain(seeder: Seeder, total: number): void {
  const { texts } = seeder;
  const topic = texts.text('topics', 'chain');
  const { db } = seeder.system();
  const count = (sql: string, ...values: (string | number)[]): number =>
    db.get<{ n: number }>(`SELECT count(*) AS n FROM messages ${sql}`, ...values)?.n ?? 0;
  const channel = seeder.channel('random');
  let index = count('WHERE stream_id = ? AND topic = ?', channel.id, topic);
  for (let messages = count(''); messages < total; messages += 1) {
    const turn = said(texts, index);
    if (turn === undefined) throw new Error(`the word chain ends ${total - messages} messages too early`);
    sendMessage(seeder.as(turn.who), { channel, topic, content: turn.content });
    seeder.clock.nowMs += 20_000;
    index += 1;
  }
}
