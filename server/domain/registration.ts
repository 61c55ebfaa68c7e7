/**
 * The answer of registration: what a client must know before events can keep it up to date. Each noun gives its own part;
 * this file knows only which fetch_event_type asks for which (contract: RegisterResponse).
 */
import type { Viewing } from './acting.ts';
import { botsState } from './bots/wire.ts';
import { channelsState } from './channels/initial-state.ts';
import { prepareChannelTexts } from './channels/wire.ts';
import { doNotDisturbState } from './do-not-disturb/edit.ts';
import { draftsState } from './drafts/edit.ts';
import { emojiState } from './emoji/edit.ts';
import { groupsState, prepareGroups } from './groups/initial-state.ts';
import { wantsType, type StateParts, type StateAhead, type StateOptions } from './initial-state.ts';
import { linkifiersState } from './linkifiers/edit.ts';
import { unreadForm, messagesState, wantsUnread } from './messages/initial-state.ts';
import type { Steps } from './messages/reading/steps.ts';
import { isUsable, prepareUnread } from './messages/reading/unread-lists.ts';
import { mutingState } from './muting/mute.ts';
import { navigationState } from './navigation/edit.ts';
import { onboardingState } from './onboarding/steps.ts';
import { organizationState } from './organization/realm.ts';
import { playgroundsState } from './playgrounds/edit.ts';
import { presenceState } from './presence/report.ts';
import { profileFieldsState } from './profile-fields/edit.ts';
import { pushState } from './push/devices.ts';
import { scheduledState } from './scheduled/messages.ts';
import { remindersState } from './scheduled/reminders.ts';
import { snippetsState } from './snippets/edit.ts';
import { userTopicsState } from './topics/policies.shared.ts';
import { prepareUsers, usersState } from './users/initial-state.ts';
import { webhooksState } from './webhooks/incoming.ts';

/** For types that no noun of ours is behind: the field is there, and empty. */
const absentParts: StateParts = {
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  stop_words: () => ({ stop_words: [] }),
  video_calls: () => ({ has_zoom_token: false }),
  giphy: () => ({ giphy_api_key: '' }),
};

const tables: readonly StateParts[] = [
  absentParts,
  botsState,
  groupsState,
  profileFieldsState,
  presenceState,
  doNotDisturbState,
  mutingState,
  usersState,
  userTopicsState,
  channelsState,
  emojiState,
  linkifiersState,
  playgroundsState,
  organizationState,
  draftsState,
  navigationState,
  pushState,
  remindersState,
  scheduledState,
  snippetsState,
  messagesState,
  webhooksState,
  onboardingState,
];

/**
 * Looks up in steps what `initialState` then need not: others have their turn in between. What is overtaken by a change is looked up
 * again, at the latest by `initialState`.
 */
export function* prepareState(viewing: Viewing, options: StateOptions): Steps<StateAhead> {
  yield* prepareUsers(viewing, options);
  yield* prepareGroups(viewing, options);
  if (wantsType(options, 'stream') || wantsType(options, 'subscription')) yield* prepareChannelTexts(viewing);
  if (!wantsUnread(options)) return {};
  return { unread: yield* prepareUnread(viewing.db, viewing.user.id, unreadForm(options)) };
}

/** Whether what was looked up ahead saves the work that it is there to save. */
export const holdsAhead = ({ db, user }: Viewing, { unread }: StateAhead): boolean =>
  unread === undefined || isUsable(db, user.id, unread);

/**
 * Reads the state that a client asked for. Called in the transaction that makes its event queue, so that no event falls
 * between the two.
 * @param ahead what `prepareState` found for the same caller and options.
 */
export function initialState(viewing: Viewing, options: StateOptions, ahead: StateAhead = {}): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const table of tables) {
    for (const [type, slice] of Object.entries(table)) {
      if (wantsType(options, type)) Object.assign(state, slice(viewing, options, ahead));
    }
  }
  return state;
}
