/** Puts conversations on the timeline: every line at its minute, with its reactions, stars, votes and files. */
import { recordUpload } from '../domain/attachments/edit.ts';
import { findAttachmentByPath } from '../domain/attachments/rows.ts';
import { markMessages } from '../domain/messages/flags/mark.ts';
import { addReaction } from '../domain/messages/reactions/react.ts';
import { sendMessage } from '../domain/messages/send.ts';
import { addSubmessage } from '../domain/messages/submessages.ts';
import { minuteMs } from '../durations.ts';
import { resolveTopic } from './edits.ts';
import type { Line, Transcript } from './script.ts';
import type { Seeder } from './seeder.ts';
import type { ScenarioPlan } from './timeline.ts';

/** Where a line is said: a topic of a channel, or among people. */
export type Spot = Pick<Transcript, 'channel' | 'topic' | 'people'>;

/** @returns when the conversation ends. */
export function planTranscript(plan: ScenarioPlan, transcript: Transcript, startMs: number): number {
  const { calendar, random, timeline, seeder } = plan;
  let atMs = startMs;
  let lastId = 0;
  for (const line of transcript.lines) {
    if (line.isNextDay) atMs = calendar.nextWorkday(startMs + random.whole(90) * minuteMs);
    planLine(plan, transcript, line, atMs, (id) => {
      lastId = id;
    });
    // Short answers come quickly, and now and then someone was at lunch.
    atMs += (1 + random.whole(random.chance(0.15) ? 50 : 9)) * minuteMs + random.whole(60) * 1000;
  }
  if (transcript.isResolved && transcript.channel !== null)
    timeline.add(atMs, () => resolveTopic(seeder, transcript.lines.at(-1)?.who ?? 'amara', lastId));
  return atMs;
}

/** One message and what people do with it. @param sent gets its id. */
export function planLine(
  plan: ScenarioPlan,
  spot: Spot,
  line: Line,
  atMs: number,
  sent: (id: number) => void = () => undefined,
): void {
  const { seeder, timeline, random } = plan;
  let id = 0;
  timeline.messages += 1;
  timeline.add(atMs, () => {
    id = say(seeder, spot, line);
    sent(id);
  });
  for (const { emoji, by } of line.reactions)
    for (const key of by)
      timeline.add(atMs + (30 + random.whole(600)) * 1000, () =>
        addReaction(seeder.as(key), seeder.message(id), { name: emoji }),
      );
  for (const key of line.starredBy)
    timeline.add(
      atMs + (60 + random.whole(900)) * 1000,
      () => void markMessages(seeder.as(key), 'add', 'starred', [id]),
    );
  for (const { option, by } of line.votes)
    for (const key of by) timeline.add(atMs + (90 + random.whole(1200)) * 1000, () => vote(seeder, key, id, option));
}

function say(seeder: Seeder, spot: Spot, line: Line): number {
  const acting = seeder.as(line.who);
  const content = seeder.texts.written(line.text) + (line.file === undefined ? '' : attached(seeder, line, line.file));
  if (spot.channel === null) {
    const toUserIds = spot.people.map((key) => seeder.id(key));
    return sendMessage(acting, { toUserIds, content }).id;
  }
  return sendMessage(acting, { channel: seeder.channel(spot.channel), topic: spot.topic, content }).id;
}

/** Records the file as its first sender's and gives the link to it. */
function attached(seeder: Seeder, line: Line, name: string): string {
  const file = seeder.files.get(name);
  if (file === undefined) throw new Error(`no file ${name} was made`);
  const acting = seeder.as(line.who);
  const row = findAttachmentByPath(acting.db, file.pathId) ?? recordUpload(acting, file);
  return `\n[${row.name}](/user_uploads/${row.path_id})`;
}

function vote(seeder: Seeder, key: Line['reactions'][number]['by'][number], id: number, option: number): void {
  const content = JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 });
  addSubmessage(seeder.as(key), seeder.message(id), 'widget', content);
}
