/** The small office: sixty days of thirteen people. */
import { deactivateUser } from '../domain/accounts/lifecycle.ts';
import { archiveChannel } from '../domain/channels/archive.ts';
import { tellOfArchiving } from '../domain/channels/notices.ts';
import { planAttendance } from './attendance.ts';
import { planCalls } from './calls.ts';
import { planMoves, planReading } from './edits.ts';
import { keepFiles, keepOwnEmoji } from './files.ts';
import { arrange, invite, keep } from './personal-data.ts';
import { planBuilds, planCheckIns, planLunch, planNights, planQueue } from './recurring.ts';
import type { ScenarioContext } from './scenario.ts';
import { Seeder } from './seeder.ts';
import { setUp } from './setup.ts';
import type { DemoTexts } from './texts.ts';
import { Timeline, type ScenarioPlan } from './timeline.ts';
import { readAllTranscripts, planTranscripts } from './transcripts.ts';
import { finishWordChain, planWordChain } from './word-chain.ts';

/** How many messages there are in the end, those of the server included. */
export const messageCount = 2000;

const closingMinute = 17 * 60;

export async function runSmallOffice(context: ScenarioContext): Promise<void> {
  const { services, calendar, random, texts } = context;
  const transcripts = readAllTranscripts(texts);
  const emoji = await keepOwnEmoji(services);
  const files = await keepFiles(
    services,
    [...new Set(transcripts.flatMap((transcript) => transcript.lines.flatMap((line) => line.file ?? [])))],
    texts,
  );
  const seeder = new Seeder(context, files);
  await seeder.run(() => {
    setUp(seeder, context, emoji);
    arrange(seeder);
  });
  const timeline = new Timeline();
  planOffice({ seeder, timeline, calendar, random }, transcripts, texts);
  await timeline.run(seeder);
}

/** Puts everything on the timeline. */
function planOffice(plan: ScenarioPlan, transcripts: ReturnType<typeof readAllTranscripts>, texts: DemoTexts): void {
  const { seeder, timeline, calendar } = plan;
  planTranscripts(plan, transcripts);
  planCheckIns(plan, texts);
  planQueue(plan, texts);
  planLunch(plan, texts);
  planBuilds(plan, texts);
  planNights(plan, texts);
  planMoves(plan);
  planCalls(plan);
  planReading(plan);
  timeline.add(calendar.at(39, closingMinute), () => {
    const acting = seeder.as('amara');
    tellOfArchiving(acting, archiveChannel(acting, seeder.channel('spring-fair')), true);
  });
  timeline.add(calendar.at(38, closingMinute), () => deactivateUser(seeder.as('amara'), seeder.user('henrik')));
  const end = calendar.at(0, closingMinute);
  planAttendance(seeder, timeline, calendar, end);
  timeline.add(calendar.at(3, 9 * 60), () => invite(seeder));
  timeline.add(calendar.at(0, closingMinute - 1), () => keep(seeder));
  planWordChain(plan, texts, messageCount);
  timeline.add(calendar.at(0, closingMinute - 60), () => finishWordChain(seeder, messageCount));
}
