/** Private state of a user: drafts, scheduled messages, reminders, snippets, views, alert words, muted users. */
import { byId, changed, withEntries, withEntry, withoutKeys } from './collections.ts';
import type { EventOf, Registration, Schemas } from './events.ts';

export type Draft = Schemas['Draft'];
export type ScheduledMessage = Schemas['ScheduledMessage'];
export type Reminder = Schemas['Reminder'];
export type SavedSnippet = Schemas['SavedSnippet'];
export type NavigationView = Schemas['NavigationView'];
export type MutedUser = Schemas['MutedUser'];
export type PushDevice = Schemas['RegisterResponsePushDevicesValue'];

export type DoNotDisturb = Schemas['DoNotDisturb'];

export interface Own {
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly scheduled: ReadonlyMap<number, ScheduledMessage>;
  readonly reminders: ReadonlyMap<number, Reminder>;
  readonly snippets: ReadonlyMap<number, SavedSnippet>;
  /** By the part of the address after "#". */
  readonly navigationViews: ReadonlyMap<string, NavigationView>;
  readonly alertWords: readonly string[];
  /** Whether the picture is the user's own ("U") or drawn by the server ("G"). */
  readonly avatarSource: string;
  /** When one wants no notifications, as one chose. */
  readonly doNotDisturb: DoNotDisturb;
  readonly mutedUsers: ReadonlyMap<number, MutedUser>;
  /** By the account that a phone registered for its notifications. */
  readonly pushDevices: ReadonlyMap<string, PushDevice>;
}

export function ownFrom(registration: Registration): Own {
  return {
    drafts: draftsById(registration.drafts),
    scheduled: byId(registration.scheduled_messages, 'scheduled_message_id'),
    reminders: byId(registration.reminders, 'reminder_id'),
    snippets: byId(registration.saved_snippets, 'id'),
    navigationViews: byId(registration.navigation_views, 'fragment'),
    alertWords: registration.alert_words,
    avatarSource: registration.avatar_source,
    doNotDisturb: registration.do_not_disturb.settings,
    mutedUsers: byId(registration.muted_users, 'id'),
    pushDevices: new Map(Object.entries(registration.push_devices)),
  };
}

/** Every draft that the server reports has an id. */
function draftsById(drafts: readonly Draft[]): ReadonlyMap<number, Draft> {
  return new Map(drafts.flatMap((draft) => (draft.id === undefined ? [] : [[draft.id, draft] as const])));
}

export function changeDrafts(drafts: Own['drafts'], event: EventOf<'drafts'>): Own['drafts'] {
  if (event.op === 'remove') return withoutKeys(drafts, [event.draft_id]);
  return withEntries(drafts, draftsById(event.op === 'add' ? event.drafts : [event.draft]));
}

export function changeScheduled(scheduled: Own['scheduled'], event: EventOf<'scheduled_messages'>): Own['scheduled'] {
  if (event.op === 'remove') return withoutKeys(scheduled, [event.scheduled_message_id]);
  const messages = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message];
  return withEntries(scheduled, byId(messages, 'scheduled_message_id'));
}

export function changeReminders(reminders: Own['reminders'], event: EventOf<'reminders'>): Own['reminders'] {
  return event.op === 'remove'
    ? withoutKeys(reminders, [event.reminder_id])
    : withEntries(reminders, byId(event.reminders, 'reminder_id'));
}

export function changeSnippets(snippets: Own['snippets'], event: EventOf<'saved_snippets'>): Own['snippets'] {
  return event.op === 'remove'
    ? withoutKeys(snippets, [event.saved_snippet_id])
    : withEntry(snippets, event.saved_snippet.id, event.saved_snippet);
}

export function changeViews(views: Own['navigationViews'], event: EventOf<'navigation_view'>): Own['navigationViews'] {
  if (event.op === 'add') return withEntry(views, event.navigation_view.fragment, event.navigation_view);
  if (event.op === 'remove') return withoutKeys(views, [event.fragment]);
  const { is_pinned: isPinned, ...rest } = event.data;
  return changed(views, event.fragment, (view) => ({ ...view, ...rest, is_pinned: isPinned ?? view.is_pinned }));
}

export function changePushDevice(
  devices: Own['pushDevices'],
  { push_account_id: account, status, error_code: errorCode }: EventOf<'push_device'>,
): Own['pushDevices'] {
  return withEntry(devices, account, { status, error_code: errorCode ?? null });
}
