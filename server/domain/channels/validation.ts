/**
 * The values that a person may choose for a channel, each with who may choose it: shared by creating and changing.
 * Every function throws an ApiError with the sentence for the caller, or returns the value in its stored form.
 */
import { badRequest, checking, invalidParameter, unauthorizedPrincipal } from '../../errors.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import type { ChannelSettingName } from '../../permissions/group-settings.ts';
import { isAdministrator, isOwner } from '../../permissions/roles.ts';
import type { SystemViewing, Viewing } from '../acting.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { canAccessContent } from './access.ts';
import { oneLine } from './description.ts';
import {
  channelProperties,
  defaultProperties,
  propertyNames,
  type ChannelProperties,
  type PropertyName,
  type PropertyRules,
  type SentProperties,
} from './property-rules.ts';
import type { ChannelRow } from './rows.ts';

/** What decides who reads a channel. */
export interface Privacy {
  inviteOnly: boolean;
  isWebPublic: boolean;
  historyPublicToSubscribers: boolean;
}

/** @param parameter that is refused; undefined where the caller's rights are. */
function ensure(allowed: boolean, msg = 'Insufficient permission', parameter?: string): void {
  if (!allowed) throw parameter === undefined ? badRequest(msg) : invalidParameter(parameter, msg);
}

/** @returns the name without surrounding space. */
export function validChannelName(viewing: SystemViewing, name: string): string {
  const trimmed = nameOf(name);
  const max = viewing.services.options.limits.maxChannelNameLength;
  ensure(trimmed !== '', "Channel name can't be empty.", 'name');
  ensure([...trimmed].length <= max, `Channel name too long (limit: ${max} characters).`, 'name');
  const unassigned = [...trimmed].findIndex((character) => /\p{Cn}/u.test(character));
  const strange = unassigned === -1 ? unreadableAt(trimmed) : unassigned;
  ensure(strange === -1, `Invalid character in channel name, at position ${strange + 1}.`, 'name');
  return trimmed;
}

/** @returns the description on one line. */
export function validDescription(viewing: SystemViewing, description: string): string {
  const max = viewing.services.options.limits.maxChannelDescriptionLength;
  const line = oneLine(description);
  ensure([...line].length <= max, `description is too long (limit: ${max} characters)`, 'description');
  return line;
}

/** Private and web-public exclude each other, and only private channels can hide their history from newcomers. */
export function validPrivacy(chosen: {
  inviteOnly: boolean;
  isWebPublic: boolean;
  historyPublicToSubscribers?: boolean;
}): Privacy {
  const { inviteOnly, isWebPublic, historyPublicToSubscribers = !inviteOnly } = chosen;
  ensure(!(inviteOnly && isWebPublic), 'A private channel cannot be web-public.', 'is_web_public');
  ensure(
    inviteOnly || historyPublicToSubscribers,
    'Only private channels can hide their history from new subscribers.',
    'history_public_to_subscribers',
  );
  return { inviteOnly, isWebPublic, historyPublicToSubscribers };
}

/** Making a channel of this kind, or turning one into it (contract: create-channel, `is_web_public`). */
export function checkMayMake(viewing: Viewing, privacy: Privacy): void {
  if (privacy.isWebPublic) {
    const enabled =
      viewing.services.options.webPublicChannelsEnabled && organizationSetting(viewing.db, 'enable_spectator_access');
    ensure(enabled, 'Web-public channels are not enabled.', 'is_web_public');
    ensure(mayBy(viewing.db, viewing.user, 'can_create_web_public_channel_group'));
  } else {
    const permission = privacy.inviteOnly ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
    ensure(mayBy(viewing.db, viewing.user, permission));
  }
}

/** Default channels are chosen by administrators, and never private. */
export function checkMayBeDefault(viewing: Viewing, inviteOnly: boolean): void {
  if (!isAdministrator(viewing.user)) throw unauthorizedPrincipal();
  ensure(!inviteOnly, 'A default channel cannot be private.', 'is_default_stream');
}

/**
 * The properties that a request chose, as stored; what is as it was is passed over, a user who asks.
 * @param channel undefined for a new one, which has the defaults. @throws ApiError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export function chosenProperties(
  viewing: Viewing,
  sent: SentProperties,
  channel?: ChannelRow,
): Partial<ChannelProperties> {
  const chosen: [PropertyName, unknown][] = [];
  for (const name of propertyNames) {
    if (sent[name] === undefined) continue;
    const value = checking(name, () => chosenProperty(viewing, name, sent[name], channel));
    if (value !== (channel ?? defaultProperties)[name]) chosen.push([name, value]);
  }
  return Object.fromEntries(chosen);
}

/** @returns the property as stored, checked unless it is as it was. */
function chosenProperty(viewing: Viewing, name: PropertyName, sent: unknown, channel: ChannelRow | undefined): unknown {
  const rules: PropertyRules<unknown, unknown> = channelProperties[name];
  const value = rules.read(sent);
  if (value === (channel ?? defaultProperties)[name]) return value;
  if (rules.isForReaders && channel !== undefined) checkReads(viewing, channel);
  if (value !== rules.default) checkMayChoose(viewing, rules.by);
  const objection = rules.objection?.(viewing.db, value, channel);
  if (objection !== undefined) throw badRequest(objection);
  return value;
}

function checkMayChoose({ db, user }: Viewing, by: PropertyRules<unknown, unknown>['by']): void {
  if (by === 'owner' && !isOwner(user)) throw unauthorizedPrincipal('Must be an organization owner');
  ensure(by === undefined || by === 'owner' || mayBy(db, user, by));
}

/** Administrators see the metadata of private channels; who reads them, and how they are written in, is not theirs to change. */
export function checkReads(viewing: Viewing, channel: ChannelRow): void {
  ensure(canAccessContent(viewing, channel), 'Channel content access is required.');
}

/** Who deletes messages is a matter of the organization's policy, a user who administers the channel. */
export function checkMaySet(viewing: Viewing, setting: ChannelSettingName): void {
  const isAboutDeleting = setting === 'can_delete_any_message_group' || setting === 'can_delete_own_message_group';
  ensure(
    !isAboutDeleting || mayBy(viewing.db, viewing.user, 'can_set_delete_message_policy_group'),
    undefined,
    setting,
  );
}
