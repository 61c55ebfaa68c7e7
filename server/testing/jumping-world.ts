/** A world whose computer has a clock that jumps when a test says so. */
import { onTestFinished } from 'vitest';
import { dayMs } from '../durations.ts';
import { runJob } from './mailbox.ts';
import { doDue, startWorld, type World } from './world.ts';

export interface JumpingWorld {
  world: World;
  /** Sets the computer's clock forward, or back, by so many milliseconds. */
  jump: (ms: number) => void;
}

/** Starts it; it is stopped when the test is over. @param begin UNIX milliseconds at which its time begins */
export async function startJumpingWorld(begin = Date.UTC(2026, 0, 5, 9)): Promise<JumpingWorld> {
  let jumpMs = 0;
  const running: World[] = [];
  const passed = (): number => running[0]?.clock.nowMs ?? begin;
  const clockSource = {
    wallMs: () => passed() + jumpMs,
    elapsedMs: passed,
    uptimeMs: passed,
    bootId: 'one',
    earliestMs: begin - 30 * dayMs,
  };
  const world = await startWorld({ clock: undefined, clockSource });
  world.clock.nowMs = begin;
  running.push(world);
  onTestFinished(async () => world.stop());
  return {
    world,
    jump: (ms) => {
      jumpMs += ms;
    },
  };
}

const jobs = [
  'uploads',
  'retention',
  'received backups',
  'deliveries',
  'presence',
  'sent message keys',
  'ended sessions',
  'full members',
];
const timely = ['event queues', 'missed messages', 'digests', 'time'];

/** Does everything that happens without a request. */
export async function runEverything(world: World): Promise<void> {
  for (const name of [...jobs, ...timely]) await runJob(world, name);
  await doDue(world);
}
