/**
 * Keeps the console up to date without a refresh: one event queue, long-polled; every event makes the lists it concerns
 * stale, and those on screen are read again. A lost queue is registered anew, a lost server is waited for.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, request } from './api.ts';

export type Connection = 'connecting' | 'live' | 'lost';

interface Queue {
  queue_id: string;
  last_event_id: number;
}

interface Polled {
  events: { id: number; type: string }[];
}

/** Which queries an event makes stale. */
const concerned: Record<string, string[][]> = {
  realm_user: [['users'], ['overview']],
  stream: [['channels'], ['overview']],
  subscription: [['channels']],
  channel_folder: [['folders']],
  realm: [['first-run'], ['overview']],
};
const longestPauseMs = 15_000;

/** Listens while the component is mounted. */
export function useLive(): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const ending = new AbortController();
    void listen(client, setConnection, ending.signal);
    return () => ending.abort();
  }, [client]);
  return connection;
}

async function listen(client: QueryClient, tell: (connection: Connection) => void, ending: AbortSignal): Promise<void> {
  let queue: Queue | null = null;
  let failures = 0;
  while (!ending.aborted) {
    try {
      if (queue === null) {
        queue = await register(ending);
        // Whatever happened while nobody listened is in no queue: read everything again.
        if (failures > 0) void client.invalidateQueries();
      }
      tell('live');
      failures = 0;
      queue.last_event_id = await poll(client, queue, ending);
    } catch (error) {
      if (ending.aborted) break;
      if (error instanceof ApiError && error.status === 401) return;
      if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') queue = null;
      else if (failures > 0) tell('lost');
      failures += 1;
      await pause(Math.min(longestPauseMs, 250 * 2 ** failures), ending);
    }
  }
  if (queue !== null) await request('DELETE', '/events', { queue_id: queue.queue_id }).catch(() => undefined);
}

function register(signal: AbortSignal): Promise<Queue> {
  return request<Queue>('POST', '/register', { event_types: Object.keys(concerned), fetch_event_types: [] }, signal);
}

/** Waits for events and passes them on. @returns the id of the last one. */
async function poll(client: QueryClient, queue: Queue, signal: AbortSignal): Promise<number> {
  const { events } = await request<Polled>(
    'GET',
    '/events',
    { queue_id: queue.queue_id, last_event_id: queue.last_event_id },
    signal,
  );
  const keys = new Map(events.flatMap(({ type }) => concerned[type] ?? []).map((key) => [key.join(), key]));
  for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
  return Math.max(queue.last_event_id, ...events.map(({ id }) => id));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
