/**
 * The busy week: the small office has grown to fifty people, who say in one week what the office says in months. The transcripts
 * are those of the office, in other channels and by other people; no one reads all of it.
 */
import type { Acting } from '../domain/acting.ts';
import { archiveChannel } from '../domain/channels/archive.ts';
import { editMessage } from '../domain/messages/edit.ts';
import { markAllRead, markMessages } from '../domain/messages/flags/mark.ts';
import { addReaction } from '../domain/messages/reactions/react.ts';
import { sendMessage } from '../domain/messages/send.ts';
import { reportPresence } from '../domain/presence/report.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { gather, type Crowd } from './crowd.ts';
import { keepOwnEmoji } from './files.ts';
import { arrange } from './personal-data.ts';
import { Deck } from './random.ts';
import type { ScenarioContext } from './scenario.ts';
import type { Transcript } from './script.ts';
import { Seeder } from './seeder.ts';
import { setUp } from './setup.ts';
import { Timeline } from './timeline.ts';
import { readAllTranscripts } from './transcripts.ts';

const conversations = 560;
const opening = 7 * 60;
const closing = 18 * 60;
/** Of a hundred conversations. */
const direct = 12;
const emoji = [
  '+1',
  'heart',
  'tada',
  'joy',
  'eyes',
  'rocket',
  'thinking',
  'working_on_it',
  'octopus',
  'check',
] as const;

interface Week extends ScenarioContext {
  seeder: Seeder;
  timeline: Timeline;
  crowd: Crowd;
}

export async function runBusyWeek(context: ScenarioContext): Promise<void> {
  const { services, random, passwordHash, texts } = context;
  const transcripts = readAllTranscripts(texts).filter(({ channel }) => channel !== null);
  const ownEmoji = await keepOwnEmoji(services);
  const seeder = new Seeder(context);
  const crowds: Crowd[] = [];
  await seeder.run(() => {
    setUp(seeder, context, ownEmoji);
    arrange(seeder);
    archiveChannel(seeder.as('amara'), seeder.channel('spring-fair'));
    crowds.push(gather(seeder, random, passwordHash));
  });
  const [crowd] = crowds;
  if (crowd === undefined) throw new Error('nobody came');
  const week: Week = { ...context, seeder, timeline: new Timeline(), crowd };
  const deck = new Deck(transcripts, random);
  const rounds = new Map<Transcript, number>();
  for (let count = 0; count < conversations; count += 1) {
    const transcript = deck.deal();
    const round = (rounds.get(transcript) ?? 0) + 1;
    rounds.set(transcript, round);
    planConversation(week, transcript, round);
  }
  planEvenings(week);
  await week.timeline.run(seeder);
}

/** One transcript, said by others in a channel of theirs or among few. */
function planConversation(week: Week, transcript: Transcript, round: number): void {
  const { timeline, calendar, random, crowd, texts } = week;
  const day = random.chance(0.9) ? random.pick(calendar.workdays.slice(0, 5)) : calendar.lastMs - 5 * dayMs;
  let atMs = day + (opening + random.whole(closing - opening)) * minuteMs;
  const isDirect = random.whole(100) < direct;
  const channel = random.pick([...crowd.members.keys(), 'general', 'incidents', 'watercooler']);
  const members = isDirect ? [...crowd.people.keys()] : (crowd.members.get(channel) ?? []);
  const speakers = Array.from({ length: isDirect ? 2 + random.whole(2) : 3 + random.whole(5) }, () =>
    random.pick(members),
  );
  const voices = new Map<string, number>();
  const topic = [...(round === 1 ? transcript.topic : `${transcript.topic}, ${round}`)].slice(0, 60).join('');
  for (const { who, text } of transcript.lines) {
    const speaker = voices.get(who) ?? speakers[voices.size % speakers.length] ?? members[0] ?? 0;
    voices.set(who, speaker);
    const at = atMs;
    const reactions = random.chance(0.3) ? 1 + random.whole(6) : 0;
    timeline.add(at, () => {
      // Where many are subscribed, few may call them all.
      const content = texts
        .written(text)
        .replaceAll(/@\*\*(?:all|everyone|channel|topic)\*\*/g, texts.text('organization', 'everybody'));
      const toUserIds = [...new Set(speakers)].filter((id) => id !== speaker);
      const { id } = sendMessage(
        as(week, speaker),
        isDirect && toUserIds.length > 0
          ? { toUserIds, content }
          : { channel: week.seeder.channel(isDirect ? 'general' : channel), topic, content },
      );
      react(week, id, isDirect ? speakers : members, reactions);
      if (random.chance(0.04))
        correct(week, speaker, id, `${content}\n\n*${texts.text('organization', 'correction')}*`);
      if (random.chance(0.02)) markMessages(as(week, random.pick(speakers)), 'add', 'starred', [id]);
    });
    atMs += (1 + random.whole(random.chance(0.2) ? 25 : 4)) * minuteMs + random.whole(60) * 1000;
  }
}

function react(week: Week, messageId: number, members: readonly number[], count: number): void {
  const seen = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const name = week.random.pick(emoji.slice(0, 2 + week.random.whole(emoji.length - 1)));
    const who = week.random.pick(members);
    if (seen.has(`${who} ${name}`)) continue;
    seen.add(`${who} ${name}`);
    addReaction(as(week, who), week.seeder.message(messageId), { name });
  }
}

function correct(week: Week, speaker: number, messageId: number, content: string): void {
  const notices = { toOldThread: false, toNewThread: false };
  editMessage(as(week, speaker), week.seeder.message(messageId), { content, mode: 'change_one', notices });
}

/** Some read everything in the evening, most are days behind. */
function planEvenings(week: Week): void {
  const { timeline, calendar, crowd, random } = week;
  for (const id of crowd.people.keys()) {
    const behind = random.whole(5);
    timeline.add(calendar.at(behind, closing + 30), () => markAllRead(as(week, id)));
    timeline.add(calendar.at(0, closing - random.whole(300)), () =>
      reportPresence(as(week, id), random.chance(0.7) ? 'active' : 'idle'),
    );
  }
}

function as({ seeder, crowd }: Week, id: number): Acting {
  const user = crowd.people.get(id);
  if (user === undefined) throw new Error(`nobody has the id ${id}`);
  return seeder.asUser(user);
}
