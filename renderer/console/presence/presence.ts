/** What the server tells administrators about presence (GET /console/presence and /console/presence/history). */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';

export type Status = 'active' | 'idle' | 'offline' | 'invisible';

export interface Person {
  user_id: number;
  full_name: string;
  status: Status;
  /** UNIX seconds; null where nothing is known or told. */
  since: number | null;
  last_seen: number | null;
  clients: string[];
  update_id: number | null;
  modern: object | null;
  legacy: object | null;
}

/** In the order of lists. */
export const order: Status[] = ['active', 'idle', 'offline', 'invisible'];
export const labels: Record<Status, string> = {
  active: t('Active'),
  idle: t('Idle'),
  offline: t('Offline'),
  invisible: t('Invisible'),
};
export const colors: Record<Status, string> = { active: 'green', idle: 'yellow', offline: 'gray', invisible: 'violet' };

/** An event tells who comes; who goes is told by nobody, so the list is also read again by itself. */
export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: ({ signal }) => request('GET', '/console/presence', {}, signal),
  refetchInterval: 5000,
});

export interface Stretch {
  status: 'active' | 'idle';
  /** UNIX seconds. */
  started_at: number;
  /** The last report of it. */
  ended_at: number;
  client: string;
}

export interface PersonHistory {
  user_id: number;
  full_name: string;
  is_invisible: boolean;
  stretches: Stretch[];
}

export interface History {
  now: number;
  presence_disabled: boolean;
  /** The last time anybody was there; null: never, as far as is known. */
  newest: number | null;
  /** false: so many that the oldest are left out. */
  is_complete: boolean;
  users: PersonHistory[];
}

/** @param from, to UNIX seconds. */
export function historyQuery(from: number, to: number) {
  return queryOptions({
    queryKey: ['presence', 'history', from, to],
    queryFn: ({ signal }) => request('GET', '/console/presence/history', { from, to }, signal),
  });
}
