/** Presence data for administrators (GET /console/presence and /console/presence/history). */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../client/api.ts';
import { minuteMs } from '../../client/durations.ts';
import { request } from '../../client/request.ts';
import { perLanguage, t } from '../../client/text.ts';

export type Person = AnswerOf<'GET', '/console/presence'>['users'][number];
export type Status = Person['status'];

/** In the order of lists. */
export const order: Status[] = ['active', 'idle', 'offline', 'invisible'];
export const labels = perLanguage((): Record<Status, string> => ({
  active: t('Active'),
  idle: t('Idle'),
  offline: t('Offline'),
  invisible: t('Invisible'),
}));
export const colors: Record<Status, string> = { active: 'green', idle: 'yellow', offline: 'gray', invisible: 'violet' };

/** An event reports who comes; who goes is reported by no one, so the list is also read again on its own. */
export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: ({ signal }) => request('GET', '/console/presence', {}, signal),
  refetchInterval: 5000,
});

export type History = AnswerOf<'GET', '/console/presence/history'>;
export type Stretch = History['users'][number]['stretches'][number];

/** @param from, to UNIX seconds. */
export function historyQuery(from: number, to: number) {
  return queryOptions({
    queryKey: ['presence', 'history', from, to],
    queryFn: ({ signal }) => request('GET', '/console/presence/history', { from, to }, signal),
  });
}

/** The end of this minute, UNIX seconds: whole minutes, so that what is asked for changes once a minute. */
export const thisMinute = (): number => Math.ceil(Date.now() / minuteMs) * 60;
