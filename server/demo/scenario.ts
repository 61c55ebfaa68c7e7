/** Context of every scenario: the services of an empty folder, a clock, chance and the password of everyone. */
import type { ServerServices } from '../operations/services.ts';
import type { DemoAudit } from './audit.ts';
import type { Calendar, DemoClock } from './calendar.ts';
import type { DemoRandom } from './random.ts';
import type { DemoTexts } from './texts.ts';

export interface ScenarioContext {
  services: ServerServices;
  audit: DemoAudit;
  clock: DemoClock;
  calendar: Calendar;
  random: DemoRandom;
  /** The tag of the organization's and of everyone's language. */
  language: string;
  texts: DemoTexts;
  /** Everyone's; made before, because hashing is slow. */
  passwordHash: string;
}

/** Runs a whole scenario in the folder. */
export type RunScenario = (context: ScenarioContext) => Promise<void>;
