/** Alert for a clock of this computer that jumped: a line for the list of operations/alerts.ts, with what to do. */
import type { Alert } from '../contract/shapes/overview.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import type { ClockProblem } from '../options.ts';
import type { Say } from '../texts.ts';

/** @returns nothing while the clock can be trusted. */
export function clockAlerts(problem: ClockProblem | null, t: Say): Alert[] {
  if (problem === null) return [];
  const { gapMs, isFollowed, timeMs, leftMs } = problem;
  const gap = span(Math.abs(gapMs), t);
  const left = span(leftMs, t);
  if (isFollowed)
    return [
      {
        kind: 'clock_jumped',
        severity: 'warning',
        title: t('The clock of this computer jumped'),
        message: t(
          gapMs > 0
            ? 'The clock went {{gap}} ahead, or the server did not run for so long. Nothing is deleted by its age for {{left}}. If the clock is wrong, correct it before then.'
            : 'The clock went {{gap}} back, or the server did not run for so long. Nothing is deleted by its age for {{left}}. If the clock is wrong, correct it before then.',
          { gap, left },
        ),
        screen: null,
      },
    ];
  const time = new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
  return [
    {
      kind: 'clock_wrong',
      severity: 'error',
      title: t('The clock of this computer seems wrong'),
      message: t(
        gapMs > 0
          ? 'The clock went {{gap}} ahead. The server goes on with its own time, {{time}} UTC, and deletes nothing by its age. If the clock is wrong, correct it. If it is right, restart the server with --trust-clock; otherwise it is followed in {{left}}.'
          : 'The clock went {{gap}} back. The server goes on with its own time, {{time}} UTC, and deletes nothing by its age. If the clock is wrong, correct it. If it is right, restart the server with --trust-clock; otherwise it is followed in {{left}}.',
        { gap, time, left },
      ),
      screen: null,
    },
  ];
}

function span(ms: number, t: Say): string {
  const inUnits = (size: number): number => Math.max(1, Math.round(ms / size));
  if (ms >= 2 * dayMs) return t('{{count}} days', { count: inUnits(dayMs), defaultValue_one: '{{count}} day' });
  if (ms >= 2 * hourMs) return t('{{count}} hours', { count: inUnits(hourMs), defaultValue_one: '{{count}} hour' });
  return t('{{count}} minutes', { count: inUnits(minuteMs), defaultValue_one: '{{count}} minute' });
}
