/** The tasks of a page, as the browser itself recorded them: how long each took, and how much of that it had a processor. */
import type { Browser, Page } from '@playwright/test';

export interface LongestTask {
  /** From its begin to its end, in milliseconds: what a reader waits. */
  tookMs: number;
  /** The most that a task worked, in milliseconds. The rest of its time something else had the processor. */
  workedMs: number;
}

/** Of a trace: an event of one thread, in microseconds. */
interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** Traces all of the browser while something is done. @returns of the page that was the busiest */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const tasks = await tasksWhile(browser, page, work);
  return { tookMs: most(tasks.map(({ dur }) => dur)), workedMs: most(tasks.map(({ tdur }) => tdur)) };
}

/** Like `longestTask`. @returns how long the page had a processor in all, in milliseconds */
export async function workedMs(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  return (await tasksWhile(browser, page, work)).reduce((total, { tdur = 0 }) => total + tdur, 0) / 1000;
}

async function tasksWhile(browser: Browser, page: Page, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const [busiest = []] = mains
    .map((main) => events.filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid))
    .map((inside) => inside.filter(({ name }) => name.endsWith('RunTask')))
    .toSorted((one, other) => sum(other) - sum(one));
  return busiest;
}

const sum = (tasks: readonly TraceEvent[]): number => tasks.reduce((total, { dur = 0 }) => total + dur, 0);
const most = (microseconds: readonly (number | undefined)[]): number =>
  microseconds.reduce<number>((longest, each = 0) => Math.max(longest, each), 0) / 1000;
