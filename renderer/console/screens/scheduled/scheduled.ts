/** Messages to be sent later, as the API lists them, and what the console knows beyond that. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../server/contract/types.ts';
import { hourMs, minuteMs } from '../../../client/durations.ts';
import { request } from '../../../client/request.ts';

export type Scheduled = components['schemas']['ScheduledMessage'];

export const scheduledQuery = queryOptions({
  queryKey: ['scheduled', 'own'],
  queryFn: async ({ signal }) => (await request('GET', '/scheduled_messages', {}, signal)).scheduled_messages,
});

export const otherScheduledQuery = queryOptions({
  queryKey: ['scheduled', 'others'],
  queryFn: ({ signal }) => request('GET', '/console/scheduled_messages', {}, signal),
  // No event reports messages of others.
  refetchInterval: 15_000,
});

export interface Draft {
  type: 'stream' | 'private';
  channel: string | null;
  topic: string;
  people: string[];
  content: string;
  /** As the input has it: local time, "2026-05-01T09:30". */
  at: string;
}

export function draftOf(message: Scheduled | undefined): Draft {
  const to = message?.to;
  const at =
    message === undefined || message.failed ? Date.now() + hourMs : message.scheduled_delivery_timestamp * 1000;
  return {
    type: message?.type === 'private' ? 'private' : 'stream',
    channel: typeof to === 'number' ? String(to) : null,
    topic: message?.topic ?? '',
    people: Array.isArray(to) ? to.map(String) : [],
    content: message?.content ?? '',
    at: localTime(at),
  };
}

/** @param ms UNIX time. @returns "2026-05-01T09:30" on the reader's clock */
function localTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** The parameters of a new scheduled message, and of one that is changed. */
export function draftParams({ type, channel, topic, people, content, at }: Draft) {
  return {
    type,
    to: type === 'stream' ? Number(channel) : people.map(Number),
    topic: type === 'stream' ? topic : undefined,
    content,
    scheduled_delivery_timestamp: Math.floor(new Date(at).getTime() / 1000),
  };
}
