/** Keeps the console up to date without a refresh: every event makes the lists it concerns stale, and those on screen are read again. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenToEvents, type Connection, type QueuedEvent } from '../client/event-queue.ts';
import { readAgain } from '../client/queries.ts';

/** Of a page that has tried to reach the server once. */
export type Connected = Exclude<Connection, 'connecting'>;

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
  user_settings: [['session']],
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

const params = {
  event_types: Object.keys(concerned),
  fetch_event_types: [],
  // Without these the server says nothing of linkifiers and of archived channels.
  client_capabilities: { notification_settings_null: false, linkifier_url_template: true, archived_channels: true },
};

/** Listens while the component is mounted and its page is shown. */
export function useLiveQueries(): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(
    () =>
      listenToEvents({
        params,
        onRegistered: () => void client.invalidateQueries(),
        onEvents: (events, isBack) => refresh(client, events, isBack),
        onConnection: setConnection,
      }),
    [client],
  );
  return connection;
}

/** The audit log grows with every change, the outbox with every mail: nothing else is read again for them. */
const concernedByNews: Record<string, string[][]> = { audit_log: [['audit-log']], outbox: [['outbox']] };

const concernedBy = (event: QueuedEvent): string[][] =>
  ('about' in event ? concernedByNews[String(event.about)] : undefined) ?? concerned[event.type] ?? [];

function refresh(client: QueryClient, events: readonly QueuedEvent[], isBack: boolean): void {
  const keys = new Map(events.flatMap(concernedBy).map((key) => [key.join(), key]));
  for (const queryKey of keys.values()) void readAgain(client, queryKey);
  if (isBack) void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}
