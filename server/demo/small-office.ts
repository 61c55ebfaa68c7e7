/** The small office: sixty days of thirteen people. */
import { archiveChannel } from '../domain/channels/archive.ts';
import { tellOfArchiving } from '../domain/channels/notices.ts';
import { deactivateUser } from '../domain/accounts/lifecycle.ts';
import { stageMoves, stageReading } from './edits.ts';
import { stageAttendance } from './attendance.ts';
import { arrange, invite, keep } from './personal-data.ts';
import { stageCalls } from './calls.ts';
import { keepFiles, keepOwnEmoji } from './files.ts';
import type { ScenarioContext } from './scenario.ts';
import { stageBuilds, stageCheckIns, stageLunch, stageNights, stageQueue, type Texts } from './recurring.ts';
import { setUp } from './setup.ts';
import { Seeder } from './seeder.ts';
import { readAllTalks, readTexts, stageTalks } from './transcripts.ts';
import { Timeline, type Rehearsing } from './timeline.ts';
import { finishWordChain, stageWordChain } from './word-chain.ts';

/** How many messages there are in the end, those of the server included. */
export const messageCount = 2000;

const closingMinute = 17 * 60;

export async function playSmallOffice({
  services,
  audit,
  clock,
  calendar,
  random,
  passwordHash,
}: ScenarioContext): Promise<void> {
  const texts = await readTexts();
  const talks = readAllTalks(texts);
  const emoji = await keepOwnEmoji(services);
  const files = await keepFiles(services, [
    ...new Set(talks.flatMap((talk) => talk.lines.flatMap((line) => line.file ?? []))),
  ]);
  const stage = new Seeder({ services, audit, clock }, files);
  await stage.play(() => {
    setUp(stage, random, passwordHash, emoji);
    arrange(stage);
  });
  const timeline = new Timeline();
  rehearse({ stage, timeline, calendar, random }, talks, texts);
  await timeline.play(stage);
}

/** Puts everything on the timeline. */
function rehearse(rehearsal: Rehearsing, talks: ReturnType<typeof readAllTalks>, texts: Texts): void {
  const { stage, timeline, calendar } = rehearsal;
  stageTalks(rehearsal, talks);
  stageCheckIns(rehearsal, texts);
  stageQueue(rehearsal, texts);
  stageLunch(rehearsal, texts);
  stageBuilds(rehearsal, texts);
  stageNights(rehearsal, texts);
  stageMoves(rehearsal);
  stageCalls(rehearsal);
  stageReading(rehearsal);
  timeline.add(calendar.at(39, closingMinute), () => {
    const acting = stage.as('amara');
    tellOfArchiving(acting, archiveChannel(acting, stage.channel('spring-fair')), true);
  });
  timeline.add(calendar.at(38, closingMinute), () => deactivateUser(stage.as('amara'), stage.user('henrik')));
  const end = calendar.at(0, closingMinute);
  stageAttendance(stage, timeline, calendar, end);
  timeline.add(calendar.at(3, 9 * 60), () => invite(stage));
  timeline.add(calendar.at(0, closingMinute - 1), () => keep(stage));
  const words = texts('chain');
  stageWordChain(rehearsal, words, messageCount);
  timeline.add(calendar.at(0, closingMinute - 60), () => finishWordChain(stage, words, messageCount));
}
