/** Queries of the overview: server state, messages over time and the busiest channels, in the days and hours of the user who looks. */
import { queryOptions } from '@tanstack/react-query';
import { daySecs } from '../../../client/durations.ts';
import { dateFormat } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => request('GET', '/console/overview', {}, signal),
  refetchInterval: 5000,
});

export type Period = '30' | '60' | 'today';

/** A column of the chart. */
export interface Span {
  /** "Mar 4", or "09:00". */
  label: string;
  messages: number;
}

const dayName = dateFormat({ month: 'short', day: 'numeric' });
const hourName = dateFormat({ hour: '2-digit', minute: '2-digit' });
/** Of bars and columns: in both themes far enough from their ground to be told apart from it. */
export const chartColor = 'var(--primary)';

const refetchMs = 20_000;

/** The beginnings of the spans, and the end of the last: local days, or the hours of today. */
function startsOf(period: Period, now: Date): Date[] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (period === 'today') return Array.from({ length: 25 }, (_, hour) => new Date(year, month, day, hour));
  const days = Number(period);
  return Array.from({ length: days + 1 }, (_, at) => new Date(year, month, day - days + 1 + at));
}

/** Until when a demo has something to count: the end of its last day, which is older the longer no one has reset it. */
function endOf(lastDay: string | undefined): Date {
  return lastDay === undefined ? new Date() : new Date(`${lastDay}T23:59:59`);
}

/** @param lastDay of a demo, "YYYY-MM-DD". */
export function messagesQuery(period: Period, lastDay: string | undefined) {
  return queryOptions({
    queryKey: ['statistics', 'messages', period, lastDay],
    queryFn: async ({ signal }): Promise<Span[]> => {
      const starts = startsOf(period, period === 'today' ? new Date() : endOf(lastDay));
      const boundaries = starts.map((start) => Math.floor(start.getTime() / 1000));
      const { sent } = await request('GET', '/console/statistics/messages', { boundaries }, signal);
      const name = period === 'today' ? hourName : dayName;
      return sent.map((messages, at) => ({ label: name.format(starts[at]), messages }));
    },
    refetchInterval: refetchMs,
  });
}

const weekSecs = 7 * daySecs;

/** Of the last seven days. */
export const busiestQuery = (lastDay: string | undefined) =>
  queryOptions({
    queryKey: ['statistics', 'channels', lastDay],
    queryFn: async ({ signal }) => {
      const since = Math.floor(endOf(lastDay).getTime() / 1000) - weekSecs;
      return (await request('GET', '/console/statistics/channels', { since }, signal)).channels;
    },
    refetchInterval: refetchMs,
  });

export const healthQuery = queryOptions({
  queryKey: ['server-health'],
  queryFn: ({ signal }) => request('GET', '/console/server_health', {}, signal),
  refetchInterval: 5000,
});
