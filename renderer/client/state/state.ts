/** Client state from the server: created by a registration, kept up by events (reduce.ts). */
import { channelsFrom, type Channels } from './channels.ts';
import type { Registration } from './events.ts';
import { groupsFrom, type Groups } from './groups.ts';
import { messagesFrom, type Messages } from './messages.ts';
import { organizationFrom, type Organization } from './organization.ts';
import { ownFrom, type Own } from './own.ts';
import { presenceFrom, type Presence } from './presence.ts';
import { usersFrom, type Users } from './users.ts';

export interface ClientState {
  /** The user whose state this is. */
  readonly me: number;
  readonly users: Users;
  readonly groups: Groups;
  readonly channels: Channels;
  readonly messages: Messages;
  readonly own: Own;
  readonly presence: Presence;
  readonly organization: Organization;
  /** One's own settings, by name. */
  readonly settings: Registration['user_settings'];
}

/** What a client registers with to keep this state. Its queue waits half a day for a computer that sleeps. */
export const registerParams = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  queue_lifespan_secs: 43_200,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    do_not_disturb: true,
    channel_pins: true,
  },
} as const;

export function stateFrom(registration: Registration): ClientState {
  return {
    me: registration.user_id,
    users: usersFrom(registration),
    groups: groupsFrom(registration),
    channels: channelsFrom(registration),
    messages: messagesFrom(registration),
    own: ownFrom(registration),
    presence: presenceFrom(registration),
    organization: organizationFrom(registration),
    settings: registration.user_settings,
  };
}
