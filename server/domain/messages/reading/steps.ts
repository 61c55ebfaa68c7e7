/**
 * Work in steps: a generator stops wherever others may have their turn. Reads of requests run so in slices of the event
 * loop (storage.readInSlices); transactions run all steps at once.
 */

/** What an answer with messages depends on (storage/sliced-reads.ts). */
export const readDependencies = {
  messages: 'grows',
  message_flags: 'grows',
  message_times: 'any',
  attachments: 'any',
  attachment_messages: 'any',
  recipient_users: 'any',
  streams: 'any',
  subscriptions: 'any',
  subscription_spans: 'any',
  user_topics: 'any',
  users: 'any',
  user_groups: 'any',
  user_group_members: 'any',
  user_group_subgroups: 'any',
  realm_settings: 'any',
  reactions: 'any',
  submessages: 'any',
  search_buckets: 'any',
  search_state: 'any',
} as const;

/** Yields between steps that take a few milliseconds at most. */
export type Steps<T> = Generator<void, T>;

/** A list in parts of a size. */
export function slices<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
