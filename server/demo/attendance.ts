/** Demo presence history: the last working week of everyone, as the time line of presence shows it, and who was there last. */
import { keepStretch, type Status } from '../domain/presence/history.ts';
import { reportPresence } from '../domain/presence/report.ts';
import { minuteMs } from '../durations.ts';
import type { Calendar } from './calendar.ts';
import type { PersonKey } from './cast.ts';
import { DemoRandom } from './random.ts';
import type { Seeder } from './seeder.ts';
import type { Timeline } from './timeline.ts';

interface Habit {
  key: PersonKey;
  /** Minutes before the end of the demo at which the person was there for the last time, and how. */
  lastMinutes: number;
  lastStatus: 'active' | 'idle';
  /** First and last minute of an ordinary day; the office's clock. */
  day: [number, number];
  client: string;
}

/** Noah is invisible, so nothing is kept of him. The others: the office first, then those who work elsewhere. */
const habits: Habit[] = [
  { key: 'noah', lastMinutes: 3000, lastStatus: 'active', day: [600, 900], client: 'website' },
  { key: 'sofia', lastMinutes: 700, lastStatus: 'active', day: [190, 320], client: 'mobile' },
  { key: 'priya', lastMinutes: 400, lastStatus: 'idle', day: [240, 620], client: 'desktop' },
  { key: 'yuki', lastMinutes: 380, lastStatus: 'active', day: [120, 640], client: 'desktop' },
  { key: 'mei', lastMinutes: 300, lastStatus: 'idle', day: [370, 720], client: 'website' },
  { key: 'tomas', lastMinutes: 95, lastStatus: 'active', day: [480, 925], client: 'website' },
  { key: 'fatima', lastMinutes: 62, lastStatus: 'idle', day: [450, 958], client: 'desktop' },
  { key: 'ewan', lastMinutes: 41, lastStatus: 'active', day: [540, 979], client: 'desktop' },
  { key: 'jonas', lastMinutes: 12, lastStatus: 'active', day: [465, 1008], client: 'website' },
  { key: 'lucia', lastMinutes: 4, lastStatus: 'idle', day: [700, 1016], client: 'mobile' },
  { key: 'daniel', lastMinutes: 2, lastStatus: 'active', day: [530, 1018], client: 'desktop' },
  { key: 'amara', lastMinutes: 1, lastStatus: 'active', day: [440, 1019], client: 'website' },
];
const daysShown = 5;

/**
 * Puts the week on the timeline, with chances of its own, so that nothing else of the demo changes.
 * @param endMs when the demo ends.
 */
export function planAttendance(seeder: Seeder, timeline: Timeline, calendar: Calendar, endMs: number): void {
  const random = new DemoRandom(8);
  for (const habit of habits) {
    const { key, lastMinutes, lastStatus } = habit;
    const keep = (atMs: number, status: Status, untilMs: number): void =>
      timeline.add(atMs, () =>
        keepStretch({ ...seeder.as(key), client: habit.client }, status, Math.floor(untilMs / 1000)),
      );
    const lastMs = endMs - lastMinutes * minuteMs;
    for (let back = 0; back < (key === 'noah' ? 0 : daysShown); back += 1)
      planDay({ habit, midnightMs: calendar.at(back, 0), limitMs: lastMs - 5 * minuteMs }, random, keep);
    timeline.add(lastMs - 5 * minuteMs, () => reportPresence({ ...seeder.as(key), client: habit.client }, 'active'));
    timeline.add(lastMs, () => reportPresence({ ...seeder.as(key), client: habit.client }, lastStatus));
  }
}

/** One day: at work for an hour or so, away from the keyboard for a while, now and then gone, and lunch. */
function planDay(
  { habit, midnightMs, limitMs }: { habit: Habit; midnightMs: number; limitMs: number },
  random: DemoRandom,
  keep: (atMs: number, status: Status, untilMs: number) => void,
): void {
  const [first, last] = habit.day;
  let minute = first + random.whole(25);
  const end = last - random.whole(30);
  let isActive = true;
  while (minute < end) {
    const length = isActive ? 25 + random.whole(80) : 6 + random.whole(25);
    const fromMs = midnightMs + minute * minuteMs;
    const toMs = Math.min(midnightMs + Math.min(minute + length, end) * minuteMs, limitMs);
    if (toMs > fromMs) keep(fromMs, isActive ? 'active' : 'idle', toMs);
    minute += length + (isActive || random.chance(0.5) ? 0 : 10 + random.whole(45));
    isActive = !isActive;
  }
}
