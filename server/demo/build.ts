/**
 * Builds the demo: sixty days of a small office, played through the domain in a few transactions, the same every time.
 * The folder is marked before the first byte and after the last, so that a build that was cut off is begun anew.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { hashPassword } from '../domain/passwords.ts';
import { archiveChannel } from '../domain/channels/archive.ts';
import { tellOfArchiving } from '../domain/channels/notices.ts';
import { deactivateUser } from '../domain/user-accounts.ts';
import { completeOptions } from '../options.ts';
import { stageMoves, stageReading } from './afterthoughts.ts';
import { stageAttendance } from './attendance.ts';
import { arrange, invite, keep } from './belongings.ts';
import { Calendar, DemoClock } from './calendar.ts';
import { demoPassword } from './cast.ts';
import { stageCalls } from './calls.ts';
import { keepFiles, keepOwnEmoji } from './files.ts';
import { emptyFolder, writeMark } from './folder.ts';
import { openOffline } from './offline.ts';
import { DemoRandom } from './random.ts';
import { stageBuilds, stageCheckIns, stageLunch, stageNights, stageQueue, type Texts } from './routines.ts';
import { setUp } from './setup.ts';
import { Stage } from './stage.ts';
import type { Rehearsal } from './talk.ts';
import { readAllTalks, stageTalks } from './talks.ts';
import { Timeline } from './timeline.ts';
import { finishWordChain, stageWordChain } from './word-chain.ts';

/** How many messages there are in the end, those of the server included. */
export const messageCount = 2000;

const seed = 20_261_030;
const talksFolder = new URL('./talks', import.meta.url);
/** So that two builds agree to the last byte: everybody has the same, known password anyway. */
const demoSalt = Buffer.from('hearth demo salt');
const openingMinute = 5 * 60 + 30;
const closingMinute = 17 * 60;

/**
 * Empties the folder and builds the demo in it.
 * @param lastDay "YYYY-MM-DD" @param passwordCost as ServerOptions.
 * @throws StartRefusedError when the folder is not a demo's, or in use.
 */
export async function buildDemo(
  dataDir: string,
  lastDay: string,
  passwordCost = completeOptions({ dataDir }, {}).passwordCost,
): Promise<void> {
  await emptyFolder(dataDir, lastDay);
  const calendar = new Calendar(lastDay);
  const random = new DemoRandom(seed);
  const texts = await readTexts();
  const clock = new DemoClock(calendar.at(calendar.workdays.length - 1, openingMinute));
  const services = await openOffline(dataDir, clock, random);
  try {
    const talks = readAllTalks(texts);
    const emoji = await keepOwnEmoji(services);
    const files = await keepFiles(services, [
      ...new Set(talks.flatMap((talk) => talk.lines.flatMap((line) => line.file ?? []))),
    ]);
    const stage = new Stage(services, clock, files);
    const passwordHash = await hashPassword(demoPassword, passwordCost, demoSalt);
    await stage.play(() => {
      setUp(stage, random, passwordHash, emoji);
      arrange(stage);
    });
    const timeline = new Timeline();
    const rehearsal = { stage, timeline, calendar, random };
    rehearse(rehearsal, talks, texts);
    await timeline.play(stage);
    await services.storage.compact();
  } finally {
    await services.storage.close();
  }
  await writeMark(dataDir, { lastDay, isFinished: true });
}

/** Puts everything on the timeline. */
function rehearse(rehearsal: Rehearsal, talks: ReturnType<typeof readAllTalks>, texts: Texts): void {
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

async function readTexts(): Promise<Texts> {
  const folder = fileURLToPath(talksFolder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  const texts = new Map(
    await Promise.all(
      names.map(async (name) => [name.slice(0, -4), await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
  return (name) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`talks/${name}.txt is missing`);
    return text;
  };
}
