/**
 * Builds a scenario of the demo: run through the domain in a few transactions, the same every time. The folder is marked
 * before the first byte and after the last, so that a build that was cut off is begun again.
 */
import { pino } from 'pino';
import { settleEverything } from '../domain/notifications/rows.ts';
import { makeServices, type ServerServices } from '../operations/services.ts';
import { completeOptions } from '../options.ts';
import { hashPassword } from '../secrets.ts';
import { openStorage } from '../storage/database.ts';
import { english } from '../translation.ts';
import { DemoAudit } from './audit.ts';
import { runBusyWeek } from './busy-week.ts';
import { Calendar, DemoClock } from './calendar.ts';
import { demoPassword } from './cast.ts';
import { runEdgeCases } from './edge-cases.ts';
import { runEmpty } from './empty.ts';
import { emptyFolder, writeMark } from './folder.ts';
import { DemoRandom } from './random.ts';
import { defaultScenario, type ScenarioName } from './scenario-names.ts';
import type { RunScenario } from './scenario.ts';
import { runSmallOffice } from './small-office.ts';
import { readDemoTexts } from './texts.ts';

const seed = 20_261_030;
/** So that two builds agree to the last byte: everyone has the same, known password anyway. */
const demoSalt = Buffer.from('hearth demo salt');
const openingMinute = 5 * 60 + 30;

const scenarios: Record<ScenarioName, RunScenario> = {
  'small-office': runSmallOffice,
  empty: runEmpty,
  'busy-week': runBusyWeek,
  'edge-cases': runEdgeCases,
};

/** The work factor of the demo's password, unless a test wants it cheaper. */
const usualCost = completeOptions({ dataDir: '' }, {}).passwordCost;

export interface DemoChoice {
  scenario?: ScenarioName;
  /** A tag of `demoLanguages`. */
  language?: string;
  /** As in ServerOptions. */
  passwordCost?: number | undefined;
  /** Resets keep the last day. */
  isDated?: boolean;
}

/**
 * Empties the folder and builds a scenario in it.
 * @param lastDay "YYYY-MM-DD"
 * @throws StartRefusedError when the folder is not a demo's, or in use.
 */
export async function buildDemo(dataDir: string, lastDay: string, choice: DemoChoice = {}): Promise<void> {
  const { scenario = defaultScenario, language = english, passwordCost = usualCost, isDated = false } = choice;
  const about = { lastDay, scenario, language, ...(isDated && { isDated }) };
  const texts = await readDemoTexts(language);
  await emptyFolder(dataDir, about);
  const calendar = new Calendar(lastDay);
  const random = new DemoRandom(seed);
  const clock = new DemoClock(calendar.at(calendar.workdays.length - 1, openingMinute));
  const audit = new DemoAudit();
  const services = await openOffline(dataDir, clock, random, audit);
  try {
    const passwordHash = await hashPassword(demoPassword, passwordCost, demoSalt);
    await scenarios[scenario]({ services, audit, clock, calendar, random, passwordHash, language, texts });
    // No one is sent mails about what the demo's people have not read.
    await services.storage.transaction(settleEverything);
    await services.storage.compact();
  } finally {
    await services.storage.close();
  }
  await writeMark(dataDir, { ...about, isFinished: true });
}

/** Compaction by size only at the very end would be wasted work: the real server does it when it is due. */
const compactAtBytes = 1024 * 1024 * 1024;

/**
 * The services of the folder without a server: no port, no workers, no one who listens. Time and chance are the demo's; what is
 * written is read by a real server later. The caller closes `storage`. @throws StartRefusedError as openStorage.
 */
async function openOffline(
  dataDir: string,
  clock: DemoClock,
  random: DemoRandom,
  { watch }: DemoAudit,
): Promise<ServerServices> {
  const nowMs = (): number => clock.nowMs;
  const storage = await openStorage({ dataDir, compactAtBytes, now: nowMs, watch });
  const options = completeOptions({ dataDir, clock: nowMs, random, logLevel: 'silent' }, {});
  return makeServices(storage, options, pino({ level: 'silent' }));
}
