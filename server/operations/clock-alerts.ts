/** Alert for a clock of this computer that jumped: a line for the list of operations/alerts.ts, with what to do. */
import type { Alert } from '../contract/shapes/overview.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import type { ClockProblem } from '../options.ts';

/** @returns nothing while the clock can be trusted. */
export function clockAlerts(problem: ClockProblem | null): Alert[] {
  if (problem === null) return [];
  const { gapMs, isFollowed, timeMs, leftMs } = problem;
  const gap = `${span(Math.abs(gapMs))} ${gapMs > 0 ? 'ahead' : 'back'}`;
  if (isFollowed)
    return [
      {
        kind: 'clock_jumped',
        severity: 'warning',
        title: 'The clock of this computer jumped',
        message: `The clock went ${gap}, or the server did not run for so long. Nothing is deleted by its age for ${span(leftMs)}. If the clock is wrong, correct it before then.`,
        screen: null,
      },
    ];
  return [
    {
      kind: 'clock_wrong',
      severity: 'error',
      title: 'The clock of this computer seems wrong',
      message: `The clock went ${gap}. The server goes on with its own time, ${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC, and deletes nothing by its age. If the clock is wrong, correct it. If it is right, restart the server with --trust-clock; otherwise it is followed in ${span(leftMs)}.`,
      screen: null,
    },
  ];
}

function span(ms: number): string {
  const [unit, size] = ms >= 2 * dayMs ? ['day', dayMs] : ms >= 2 * hourMs ? ['hour', hourMs] : ['minute', minuteMs];
  const count = Math.max(1, Math.round(ms / (size as number)));
  return `${count} ${String(unit)}${count === 1 ? '' : 's'}`;
}
