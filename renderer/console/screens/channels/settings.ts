/** Channel settings: who may see it, its choices, and its ten permissions, as a form holds them and the API takes them. */
import type { ParamsOf } from '../../../client/api.ts';
import { oneOf } from '../../../client/choice.ts';
import type { Channel, GroupSetting } from '../../../client/request.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { systemGroupName } from '../../permissions/group-picker.tsx';
import { permissionLabels } from '../../permissions/permission-labels.ts';

/** The API says who may see a channel with three parameters; a person chooses one of four things. */
export const privacies = perLanguage(
  (): Record<string, { label: string; isPrivate: boolean; isWeb: boolean; history?: boolean }> => ({
    public: { label: t('Public: everyone can find and join it'), isPrivate: false, isWeb: false },
    web: {
      label: t('Web-public: anyone who reaches the server can read it, without an account'),
      isPrivate: false,
      isWeb: true,
    },
    private: { label: t('Private: new members see the whole history'), isPrivate: true, isWeb: false, history: true },
    protected: {
      label: t('Private: new members see only what is sent after they join'),
      isPrivate: true,
      isWeb: false,
      history: false,
    },
  }),
);

export const topicsPolicies = perLanguage(
  () =>
    [
      { value: 'inherit', label: t('Organization default') },
      { value: 'allow_empty_topic', label: t('Optional') },
      { value: 'disable_empty_topic', label: t('Required') },
      { value: 'empty_topic_only', label: t('No topics (one conversation)') },
    ] as const,
);

/** What holds beside all who are named, where something does. */
const alsoHolds = perLanguage((): Record<string, string> => ({
  can_send_message_group: t('Applies only to people who can read the channel.'),
  can_add_subscribers_group: t('Applies only to people who can read the channel, and never to guests.'),
  can_move_messages_within_channel_group: t('Everyone can add a topic to a message without one.'),
  can_move_messages_out_of_channel_group: t('Applies only to people who can send messages in the other channel.'),
  can_delete_own_message_group: t("The organization's time limit also applies."),
}));

/** Those whom the server admits by their role, of permissions that one of the organization's does not decide. */
const alwaysAdministrators = new Set([
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_delete_any_message_group',
]);

/** Administrators are among these, and need not be named beside them. */
const withAdministrators = new Set(
  ['everyone', 'members', 'fullmembers', 'moderators', 'administrators'].map((role) => systemGroupName(`role:${role}`)),
);

export interface Admitted {
  /** Who may in any case, with where that comes from. Empty where the channel decides alone. */
  anyway: string[];
  /** What else is to be known. */
  note: string;
}

/**
 * Who really may, beside those who are chosen here.
 * @param addTo the organization's permission that each adds to.
 * @param holdersOf the organization's permission in words: "Members".
 * @param privacy of the channel, a key of `privacies`.
 */
export function admittedAnyway(
  addTo: Record<string, string>,
  holdersOf: (organizationPermission: string) => string,
  privacy: string,
): Record<string, Admitted> {
  const isWithAdministrators = (permission: string | undefined): boolean =>
    permission !== undefined &&
    holdersOf(permission)
      .split(', ')
      .some((holder) => withAdministrators.has(holder));
  return Object.fromEntries(
    Object.keys(permissionLabels()).map((name) => {
      const organizations = addTo[name];
      const anyway = [
        ...(organizations === undefined
          ? []
          : [t('{{holders}} (from the organization)', { holders: holdersOf(organizations) })]),
        ...(name === 'can_subscribe_group' ? joinAnyway(privacy) : []),
        ...(alwaysAdministrators.has(name) && !isWithAdministrators(organizations) ? [t('administrators')] : []),
        ...(name === 'can_add_subscribers_group' || name === 'can_remove_subscribers_group'
          ? [t('channel administrators')]
          : []),
      ];
      return [name, { anyway, note: alsoHolds()[name] ?? '' }];
    }),
  );
}

/** Who reads a channel joins it, too. */
function joinAnyway(privacy: string): string[] {
  if (privacy === 'public') return [t('Members (the channel is public)')];
  if (privacy === 'web') return [t('Everyone including guests (the channel is web-public)')];
  return [t('people who can subscribe others')];
}

/** Who may see a channel, in a badge. */
export function accessOf(channel: Channel): string {
  if (channel.is_web_public) return t('Web-public');
  if (!channel.invite_only) return t('Public');
  return channel.history_public_to_subscribers ? t('Private') : t('Private, protected history');
}

/** Which field holds what, by the API's names. */
const settingFields = {
  new_name: 'name',
  CHANNEL_ALREADY_EXISTS: 'name',
  message_retention_days: 'retention',
  folder_id: 'folder',
  topics_policy: 'topics',
  is_default_stream: 'isDefault',
  is_private: 'privacy',
  is_web_public: 'privacy',
  history_public_to_subscribers: 'privacy',
};

/** A refusal of the API at the fields of the form. */
export const channelErrorFields = (): { fields: string[]; renamed: Record<string, string> } => ({
  fields: [...Object.keys(permissionLabels()), 'name', 'description', 'subscribers'],
  renamed: settingFields,
});

export interface ChannelValues {
  name: string;
  description: string;
  privacy: string;
  folder: string | null;
  topics: string;
  isDefault: boolean;
  /** Days; '' = as in the organization's settings, 'unlimited' = for ever. */
  retention: string;
  /** Of a new channel: only those that were chosen. */
  permissions: Record<string, GroupSetting>;
}

export function valuesOf(channel: Channel): ChannelValues {
  const all: Readonly<Record<string, unknown>> = { ...channel };
  const { message_retention_days: days } = channel;
  return {
    name: channel.name,
    description: channel.description,
    privacy: privacyOf(channel),
    folder: channel.folder_id === null ? null : String(channel.folder_id),
    topics: channel.topics_policy,
    isDefault: channel.is_default === true,
    retention: days === null ? '' : days === -1 ? 'unlimited' : String(days),
    permissions: Object.fromEntries(
      Object.keys(permissionLabels()).map((name) => [name, (all[name] ?? 0) as GroupSetting]),
    ),
  };
}

function privacyOf(channel: Channel): string {
  if (channel.is_web_public) return 'web';
  if (!channel.invite_only) return 'public';
  return channel.history_public_to_subscribers ? 'private' : 'protected';
}

/** The parameters of PATCH /streams/{stream_id} that turn one into the other: only what is different. */
export function changes(before: ChannelValues, after: ChannelValues): ParamsOf<'PATCH', '/streams/{stream_id}'> {
  const privacy = privacies()[after.privacy];
  const isPrivacyChanged = before.privacy !== after.privacy;
  const differs = (name: keyof ChannelValues) => before[name] !== after[name];
  const permissions = Object.entries(after.permissions)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.permissions[name]))
    .map(([name, value]) => [name, { new: value }]);
  return {
    new_name: differs('name') ? after.name : undefined,
    description: differs('description') ? after.description : undefined,
    is_private: isPrivacyChanged ? privacy?.isPrivate : undefined,
    is_web_public: isPrivacyChanged ? privacy?.isWeb : undefined,
    history_public_to_subscribers: isPrivacyChanged ? privacy?.history : undefined,
    folder_id: differs('folder') ? (after.folder === null ? null : Number(after.folder)) : undefined,
    topics_policy: differs('topics') ? topicsPolicy(after.topics) : undefined,
    is_default_stream: differs('isDefault') ? after.isDefault : undefined,
    message_retention_days: differs('retention') ? sentRetention(after.retention) : undefined,
    ...Object.fromEntries(permissions),
  };
}

/** The parameters of a new channel, name, description and people apart. */
export function creation({ privacy, folder, topics, isDefault, retention, permissions }: ChannelValues) {
  const chosen = privacies()[privacy];
  return {
    invite_only: chosen?.isPrivate,
    is_web_public: chosen?.isWeb,
    history_public_to_subscribers: chosen?.history,
    folder_id: folder === null ? undefined : Number(folder),
    topics_policy: topicsPolicy(topics),
    is_default_stream: isDefault,
    message_retention_days: sentRetention(retention),
    ...permissions,
  };
}

const topicsPolicy = (text: string) =>
  oneOf(
    topicsPolicies().map(({ value }) => value),
    text,
    'inherit',
  );

function sentRetention(days: string): string {
  return days === '' ? 'realm_default' : days;
}
