/**
 * Keeps the console up to date without a refresh: one event queue, long-polled; every event makes the lists it concerns
 * stale, and those on screen are read again. A lost queue is registered anew, a lost server is waited for.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, request } from '../client/request.ts';

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
  realm_user: [['users'], ['overview'], ['invitations'], ['account']],
  realm_bot: [['bots'], ['users']],
  stream: [['channels'], ['overview']],
  subscription: [['channels'], ['subscribers'], ['account']],
  default_streams: [['channels']],
  channel_folder: [['folders']],
  message: [['topics']],
  update_message: [['topics']],
  delete_message: [['topics']],
  realm: [['first-run'], ['overview'], ['organization']],
  realm_domains: [['domains']],
  realm_emoji: [['emoji']],
  realm_user_settings_defaults: [['organization']],
  custom_profile_fields: [['profile-fields']],
  attachment: [['uploads']],
  scheduled_messages: [['scheduled']],
  user_group: [['groups'], ['account']],
  invites_changed: [['invitations']],
  realm_linkifiers: [['linkifiers'], ['tested']],
  presence: [['presence']],
  console: [['network'], ['overview'], ['invitations'], ['backups'], ['status'], ['training']],
};
const longestPauseMs = 15_000;

/** Ends the pauses between attempts to reach the server. */
const impatience = new EventTarget();

/** Tries at once to reach a server that did not answer. */
export function tryNow(): void {
  impatience.dispatchEvent(new Event('try'));
}

/** Listens while the component is mounted and its page is shown. */
export function useLive(): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    let stop = start(client, setConnection);
    const leave = (): void => stop();
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) stop = start(client, setConnection);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      stop();
    };
  }, [client]);
  return connection;
}

/** @returns a function that ends the listening and, at once, the queue: a page that goes away has no time to wait. */
function start(client: QueryClient, tell: (connection: Connection) => void): () => void {
  const ending = new AbortController();
  const listener: Listener = { client, tell, ending: ending.signal, queue: null };
  void listen(listener);
  return () => {
    ending.abort();
    if (listener.queue !== null) void closeQueue(listener.queue);
  };
}

interface Listener {
  client: QueryClient;
  tell: (connection: Connection) => void;
  ending: AbortSignal;
  queue: Queue | null;
}

async function listen(listener: Listener): Promise<void> {
  const { client, tell, ending } = listener;
  let failures = 0;
  while (!ending.aborted) {
    try {
      if (listener.queue === null) {
        listener.queue = await register(ending);
        // What happened before there was a queue, while the page was loading or the server away, is in none: read everything again.
        void client.invalidateQueries();
        tell('live');
      }
      // After a failure the first poll does not wait, so that the badge is right as soon as the server is back.
      await poll(listener, listener.queue, failures > 0);
      if (failures > 0) void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
      failures = 0;
      tell('live');
    } catch (error) {
      if (ending.aborted) return;
      if (error instanceof ApiError && error.status === 401) return;
      if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') listener.queue = null;
      else tell('lost');
      failures += 1;
      await pause(Math.min(longestPauseMs, 250 * 2 ** failures), ending);
    }
  }
}

async function closeQueue({ queue_id }: Queue): Promise<void> {
  await request('DELETE', '/events', { queue_id }).catch(() => undefined);
}

function register(signal: AbortSignal): Promise<Queue> {
  const params = {
    event_types: Object.keys(concerned),
    fetch_event_types: [],
    // Without these the server says nothing of linkifiers and of archived channels.
    client_capabilities: { notification_settings_null: false, linkifier_url_template: true, archived_channels: true },
  };
  return request<Queue>('POST', '/register', params, signal);
}

/** Waits for events and passes them on, unless told not to wait. */
async function poll({ client, ending }: Listener, queue: Queue, dontBlock: boolean): Promise<void> {
  const { queue_id, last_event_id } = queue;
  const { events } = await request<Polled>(
    'GET',
    '/events',
    { queue_id, last_event_id, dont_block: dontBlock },
    ending,
  );
  const keys = new Map(events.flatMap(({ type }) => concerned[type] ?? []).map((key) => [key.join(), key]));
  for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
  queue.last_event_id = Math.max(last_event_id, ...events.map(({ id }) => id));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      impatience.removeEventListener('try', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    impatience.addEventListener('try', end);
  });
}
