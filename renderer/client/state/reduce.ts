/** Reducer for all events of the contract. Pure: what an event does not touch stays the very same object. */
import { changeChannels, changeFolders, changeSubscriptions, changeTopicPolicy, type Channels } from './channels.ts';
import { byId, changed, withEntry, withoutKeys } from './collections.ts';
import { keyOf } from './conversation.ts';
import type { Event, EventOf, EventType } from './events.ts';
import { changeGroup, withoutMember } from './groups.ts';
import { addMessage, changeFlags, conversationOf, removeMessages, updateMessage, type Messages } from './messages.ts';
import { changeDomains, changeRealm, serverOf, type Organization } from './organization.ts';
import {
  changeDrafts,
  changePushDevice,
  changeReminders,
  changeScheduled,
  changeSnippets,
  changeViews,
  type Own,
} from './own.ts';
import { changeEditing, changePresences, changeTyping, withoutTypist, type Presence } from './presence.ts';
import type { ClientState } from './state.ts';
import {
  changeQuiet,
  changeStatus,
  changeUser,
  withBotNews,
  withVisibleBots,
  withProfileFields,
  type Users,
} from './users.ts';

type Rule<E extends Event> = (state: ClientState, event: E, nowMs: number) => ClientState;

/** Why an event has no rule. */
export interface NoRule {
  /** stateless: it reports nothing that is kept here. unsent: this server never sends it to a client that registers as ours does. */
  kind: 'stateless' | 'unsent';
  why: string;
}

const stateless = (why: string): NoRule => ({ kind: 'stateless', why });
const unsent = (why: string): NoRule => ({ kind: 'unsent', why });

type OpOf<E> = E extends { op: infer Op extends string } ? Op : never;
type Entry<T extends EventType> = [OpOf<EventOf<T>>] extends [never]
  ? Rule<EventOf<T>> | NoRule
  : { [Op in OpOf<EventOf<T>>]: Rule<Extract<EventOf<T>, { op: Op }>> | NoRule };
/** An event of the contract that is not here does not compile. */
type Rules = { [T in EventType]: Entry<T> };

/** @returns the whole with another part; itself where that part is no other. */
function patched<Whole extends object>(whole: Whole, part: Partial<Whole>): Whole {
  const names = Object.keys(part) as (keyof Whole)[];
  return names.every((name) => whole[name] === part[name]) ? whole : { ...whole, ...part };
}

const inUsers = (state: ClientState, users: Partial<Users>): ClientState =>
  patched(state, { users: patched(state.users, users) });
const inChannels = (state: ClientState, channels: Partial<Channels>): ClientState =>
  patched(state, { channels: patched(state.channels, channels) });
const inMessages = (state: ClientState, messages: Partial<Messages>): ClientState =>
  patched(state, { messages: patched(state.messages, messages) });
const inOwn = (state: ClientState, own: Partial<Own>): ClientState => patched(state, { own: patched(state.own, own) });
const inPresence = (state: ClientState, presence: Partial<Presence>): ClientState =>
  patched(state, { presence: patched(state.presence, presence) });
const inOrganization = (state: ClientState, organization: Partial<Organization>): ClientState =>
  patched(state, { organization: patched(state.organization, organization) });

const user = (state: ClientState, event: EventOf<'realm_user'>): ClientState =>
  inUsers(state, { users: changeUser(state.users.users, event) });
const withOwnPicture = (state: ClientState, person: { user_id?: number; avatar_source?: string }): ClientState =>
  person.user_id === state.me && person.avatar_source !== undefined
    ? inOwn(state, { avatarSource: person.avatar_source })
    : state;
const group = (state: ClientState, event: EventOf<'user_group'>): ClientState =>
  patched(state, { groups: changeGroup(state.groups, event) });
const channel = (state: ClientState, event: EventOf<'stream'>): ClientState =>
  inChannels(state, changeChannels(state.channels, event));
const subscription = (state: ClientState, event: EventOf<'subscription'>): ClientState =>
  inChannels(state, changeSubscriptions(state.channels, event));
const folder = (state: ClientState, event: EventOf<'channel_folder'>): ClientState =>
  inChannels(state, { folders: changeFolders(state.channels.folders, event) });
const flags = (state: ClientState, event: EventOf<'update_message_flags'>): ClientState =>
  inMessages(state, changeFlags(state.messages, event, state.me));
const drafts = (state: ClientState, event: EventOf<'drafts'>): ClientState =>
  inOwn(state, { drafts: changeDrafts(state.own.drafts, event) });
const scheduled = (state: ClientState, event: EventOf<'scheduled_messages'>): ClientState =>
  inOwn(state, { scheduled: changeScheduled(state.own.scheduled, event) });
const reminders = (state: ClientState, event: EventOf<'reminders'>): ClientState =>
  inOwn(state, { reminders: changeReminders(state.own.reminders, event) });
const snippets = (state: ClientState, event: EventOf<'saved_snippets'>): ClientState =>
  inOwn(state, { snippets: changeSnippets(state.own.snippets, event) });
const views = (state: ClientState, event: EventOf<'navigation_view'>): ClientState =>
  inOwn(state, { navigationViews: changeViews(state.own.navigationViews, event) });
const domains = (state: ClientState, event: EventOf<'realm_domains'>): ClientState =>
  inOrganization(state, { domains: changeDomains(state.organization.domains, event) });

const moment = ({ me, organization: { limits } }: ClientState, nowMs: number) => ({
  me,
  nowMs,
  expiryMs: limits.server_typing_started_expiry_period_milliseconds,
});
const typing = (state: ClientState, event: EventOf<'typing'>, nowMs: number): ClientState =>
  inPresence(state, { typing: changeTyping(state.presence.typing, event, moment(state, nowMs)) });
const editing = (state: ClientState, event: EventOf<'typing_edit_message'>, nowMs: number): ClientState =>
  inPresence(state, { editing: changeEditing(state.presence.editing, event, moment(state, nowMs)) });

const uploads = stateless('Registration reports nothing about uploads: who lists them reads the list again.');
const body = stateless('It changes a message that was read, and registration reports none.');
const olderSettings = unsent('For clients that do not know user_settings_object.');

/** By type, and by op where the type has some. */
export const rules: Rules = {
  alert_words: (state, event) => inOwn(state, { alertWords: event.alert_words }),
  attachment: { add: uploads, update: uploads, remove: uploads },
  channel_folder: { add: folder, update: folder, reorder: folder },
  custom_profile_fields: (state, { fields }) =>
    inOrganization(
      inUsers(state, { users: withProfileFields(state.users.users, new Set(fields.map(({ id }) => id))) }),
      { profileFields: fields },
    ),
  default_stream_groups: unsent('Groups of default channels cannot be made through this API.'),
  default_streams: (state, event) => inChannels(state, { defaultChannels: event.default_streams }),
  delete_message: (state, event) => inMessages(state, removeMessages(state.messages, event)),
  do_not_disturb: {
    status: (state, { user_id: id, until }) => inUsers(state, { quiet: changeQuiet(state.users.quiet, id, until) }),
    settings: (state, { settings }) => inOwn(state, { doNotDisturb: settings }),
  },
  drafts: { add: drafts, update: drafts, remove: drafts },
  has_zoom_token: unsent('No provider of video calls asks for a token.'),
  heartbeat: stateless('It only ends a poll in which nothing happened.'),
  invites_changed: stateless('It asks those who list invitations to read them again.'),
  message: (state, event) => {
    const heard = inMessages(state, addMessage(state.messages, event, state.me));
    const place = keyOf(conversationOf(event.message, state.me));
    return inPresence(heard, { typing: withoutTypist(heard.presence.typing, place, event.message.sender_id) });
  },
  muted_topics: unsent('For clients that do not ask for user_topic.'),
  muted_users: (state, event) => inOwn(state, { mutedUsers: byId(event.muted_users, 'id') }),
  navigation_view: { add: views, update: views, remove: views },
  onboarding_steps: stateless('Our pages explain themselves otherwise.'),
  presence: (state, event) => inPresence(state, { presences: changePresences(state.presence.presences, event) }),
  push_device: (state, event) => inOwn(state, { pushDevices: changePushDevice(state.own.pushDevices, event) }),
  reaction: { add: body, remove: body },
  realm: {
    update: (state, { property, value }) =>
      inOrganization(state, { realm: changeRealm(state.organization.realm, { [property ?? '']: value }) }),
    update_dict: (state, event) => inOrganization(state, { realm: changeRealm(state.organization.realm, event.data) }),
    deactivated: stateless('A user who is not let in any more is notified by the next answer.'),
  },
  realm_bot: {
    add: (state, { bot }) => inUsers(state, { bots: withEntry(state.users.bots, bot.user_id, bot) }),
    update: (state, { bot }) =>
      inUsers(state, { bots: changed(state.users.bots, bot.user_id, (before) => ({ ...before, ...bot })) }),
    delete: (state, { bot }) =>
      inUsers(state, { bots: changed(state.users.bots, bot.user_id, (before) => ({ ...before, is_active: false })) }),
    remove: unsent('Replaced by delete.'),
  },
  realm_domains: { add: domains, change: domains, remove: domains },
  realm_emoji: { update: (state, event) => inOrganization(state, { emoji: event.realm_emoji }) },
  realm_export: stateless('Registration reports nothing about exports: who lists them reads the list again.'),
  realm_export_consent: stateless('Registration reports nothing about consents: who lists them reads the list again.'),
  realm_filters: unsent('Replaced by realm_linkifiers.'),
  realm_linkifiers: (state, event) => inOrganization(state, { linkifiers: event.realm_linkifiers }),
  realm_playgrounds: (state, event) => inOrganization(state, { playgrounds: event.realm_playgrounds }),
  realm_user: {
    add: user,
    update(state, event) {
      const { person } = event;
      const next = withOwnPicture(user(state, event), person);
      if ('is_active' in person && !person.is_active)
        return inUsers(patched(next, { groups: withoutMember(next.groups, person.user_id) }), {
          statuses: withoutKeys(next.users.statuses, [person.user_id]),
          quiet: withoutKeys(next.users.quiet, [person.user_id]),
        });
      const bots = withBotNews(next.users.bots, person);
      return inUsers(next, { bots: withVisibleBots({ users: next.users.users, bots }, state.me) });
    },
    // A user who is out of sight has no status or presence either: registrations tell neither.
    remove(state, event) {
      const gone = [event.person.user_id];
      const next = user(state, event);
      return inPresence(inUsers(next, { statuses: withoutKeys(next.users.statuses, gone) }), {
        presences: withoutKeys(state.presence.presences, gone),
      });
    },
  },
  realm_user_settings_defaults: {
    update: (state, { property, value }) =>
      inOrganization(state, { settingDefaults: { ...state.organization.settingDefaults, [property]: value } }),
  },
  reminders: { add: reminders, remove: reminders },
  restart: (state, event) => inOrganization(state, { server: serverOf(event) }),
  saved_snippets: { add: snippets, update: snippets, remove: snippets },
  scheduled_messages: { add: scheduled, update: scheduled, remove: scheduled },
  stream: { create: channel, update: channel, delete: channel },
  submessage: body,
  subscription: {
    add: subscription,
    remove: subscription,
    update: subscription,
    peer_add: subscription,
    peer_remove: subscription,
  },
  typing: { start: typing, stop: typing },
  typing_edit_message: { start: editing, stop: editing },
  update_display_settings: olderSettings,
  update_global_notifications: olderSettings,
  update_message: (state, event) => inMessages(state, updateMessage(state.messages, event)),
  update_message_flags: { add: flags, remove: flags },
  user_group: {
    add: group,
    update: group,
    add_members: group,
    remove_members: group,
    add_subgroups: group,
    remove_subgroups: group,
    remove: group,
  },
  user_settings: {
    update: (state, { property, value }) => ({ ...state, settings: { ...state.settings, [property]: value } }),
  },
  user_status: (state, event) => inUsers(state, { statuses: changeStatus(state.users.statuses, event) }),
  user_topic: (state, event) =>
    inChannels(state, { topicPolicies: changeTopicPolicy(state.channels.topicPolicies, event) }),
  web_reload_client: stateless('A page is informed of a new build by `restart`.'),
};

/** The rule for one event, or why there is none; undefined for an event that the contract does not have. */
export function ruleFor(event: { type: string; op?: string }): Rule<Event> | NoRule | undefined {
  const entry = (rules as Record<string, unknown>)[event.type];
  const isByOp = typeof entry === 'object' && entry !== null && !('why' in entry);
  const found = isByOp ? (entry as Record<string, unknown>)[event.op ?? ''] : entry;
  // The table is typed entry by entry; which one an event leads to is only known as it comes.
  return found as Rule<Event> | NoRule | undefined;
}

/** @param nowMs when the event came, by this computer's clock. @returns the same state where the event changes none of it. */
export function reduce(state: ClientState, event: Event, nowMs: number): ClientState {
  const rule = ruleFor(event);
  return typeof rule === 'function' ? rule(state, event, nowMs) : state;
}

/** The events of one poll, in their order. */
export function reduceAll(state: ClientState, events: readonly Event[], nowMs: number): ClientState {
  return events.reduce((before, event) => reduce(before, event, nowMs), state);
}
