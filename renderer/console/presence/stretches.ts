/** Stretches of presence as bars and figures: cut to a window of time, joined over short breaks, added up. Pure; times in UNIX seconds. */
import type { Stretch } from './presence.ts';

export interface Window {
  from: number;
  to: number;
}

/** Between two reports there is a break: up to this long it is none (the server's threshold for being offline). */
const longestBreak = 140;
/** A single report still shows. */
const leastShare = 1 / 500;

/** The part of each stretch within the window, each reaching to the next where no one had left in between. */
export function within(stretches: readonly Stretch[], { from, to }: Window): Stretch[] {
  return stretches
    .map((stretch, index) => {
      const next = stretches[index + 1]?.started_at ?? Infinity;
      const isFollowed = next - stretch.ended_at <= longestBreak;
      return {
        ...stretch,
        started_at: Math.max(stretch.started_at, from),
        ended_at: Math.min(isFollowed ? next : stretch.ended_at, to),
      };
    })
    .filter(({ started_at: start, ended_at: end }) => end >= start && start < to);
}

export interface Sums {
  /** Seconds. */
  active: number;
  idle: number;
  first: number | null;
  last: number | null;
}

/** What is drawn of one person. */
export interface Line {
  id: number;
  name: string;
  isInvisible: boolean;
  stretches: Stretch[];
  sums: Sums;
}

/** @param stretches as within() gives them */
export function sumsOf(stretches: readonly Stretch[]): Sums {
  const sum = (status: Stretch['status']): number =>
    stretches
      .filter((one) => one.status === status)
      .reduce((seconds, { started_at: start, ended_at: end }) => seconds + end - start, 0);
  return {
    active: sum('active'),
    idle: sum('idle'),
    first: stretches[0]?.started_at ?? null,
    last: stretches.at(-1)?.ended_at ?? null,
  };
}

/** The bars of one status as the path of an SVG that is 1000 wide and 20 high: the active ones full, the idle ones low. */
export function pathOf(stretches: readonly Stretch[], status: Stretch['status'], { from, to }: Window): string {
  const scale = 1000 / (to - from);
  const top = status === 'active' ? 2 : 11;
  return stretches
    .filter((one) => one.status === status)
    .map(({ started_at: start, ended_at: end }) => {
      const x = (start - from) * scale;
      const width = Math.max((end - start) * scale, leastShare * 1000);
      return `M${x.toFixed(2)} ${top}h${width.toFixed(2)}V18h-${width.toFixed(2)}z`;
    })
    .join('');
}

/** What lies under a place of the bar. @param share 0 at its left end, 1 at its right */
export function stretchAt(stretches: readonly Stretch[], share: number, { from, to }: Window): Stretch | undefined {
  const at = from + share * (to - from);
  const slack = leastShare * (to - from);
  return (
    stretches.find(({ started_at: start, ended_at: end }) => start <= at && at <= end) ??
    stretches.find(({ started_at: start, ended_at: end }) => start - slack <= at && at <= end + slack)
  );
}

export interface Tick {
  at: number;
  /** 0 to 1. */
  share: number;
}

/** Full hours (every third) or midnights of the reader's own clock within the window. */
export function ticksOf({ from, to }: Window, unit: 'hours' | 'days'): Tick[] {
  const ticks: Tick[] = [];
  const date = new Date(from * 1000);
  date.setMinutes(0, 0, 0);
  if (unit === 'days') date.setHours(0);
  else date.setHours(date.getHours() - (date.getHours() % 3));
  while (date.getTime() <= to * 1000) {
    const at = date.getTime() / 1000;
    if (at >= from && at < to) ticks.push({ at, share: (at - from) / (to - from) });
    if (unit === 'days') date.setDate(date.getDate() + 1);
    else date.setHours(date.getHours() + 3);
  }
  return ticks;
}
