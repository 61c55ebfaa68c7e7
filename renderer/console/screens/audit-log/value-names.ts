/** Names of values in the audit log that no form with a table of its fields has: settings of the server, and what only other clients set. */
import { perLanguage, t } from '../../../client/text.ts';
import { typeNames } from '../../people/profile-fields.ts';
import {
  directorySecurities,
  joinPolicies,
  mailSecurities,
  twoFactorPolicies,
  webhookTriggers,
  type NamedChoice,
} from '../../settings/server-choices.ts';

type Choices = Readonly<Record<string, string>>;

const byValue = (choices: readonly NamedChoice[]): Choices =>
  Object.fromEntries(choices.map(({ value, label }) => [value, label]));

const numbered = (first: number, ...names: string[]): Choices =>
  Object.fromEntries(names.map((name, at) => [String(first + at), name]));

/** Defaults that only other clients offer. */
const ofUserDefaults = (): Readonly<Record<string, Choices>> => ({
  demote_inactive_streams: numbered(1, t('Automatically'), t('Always'), t('Never')),
  emojiset: {
    google: t('As images'),
    'google-blob': t('As images (blobs)'),
    twitter: t('As images (flat)'),
    text: t('As text, such as :smile:'),
  },
  user_list_style: numbered(1, t('Compact'), t('With status'), t('With picture and status')),
  web_channel_default_view: numbered(
    1,
    t('Top topic of the channel'),
    t('Channel feed'),
    t('List of topics'),
    t('Top unread topic of the channel'),
  ),
  web_stream_unreads_count_display_policy: numbered(
    1,
    t('All channels'),
    t('Unmuted channels and topics'),
    t('No channels'),
  ),
});

/** Settings of the organization that only other clients offer. */
const ofOrganization = (): Readonly<Record<string, Choices>> => ({
  authentication_methods: { Email: t('Email and password') },
  giphy_rating: numbered(
    0,
    t('No GIFs'),
    t('Y: for young children'),
    t('G: for everyone'),
    t('PG: with parental guidance'),
    t('PG-13: for teenagers'),
    t('R: for adults'),
  ),
  message_retention_days: { '-1': t('Unlimited') },
  org_type: {
    '0': t('Not set'),
    '10': t('Business'),
    '20': t('Open-source project'),
    '30': t('Education (nonprofit)'),
    '35': t('Education (for profit)'),
    '40': t('Research'),
    '50': t('Event or conference'),
    '60': t('Nonprofit organization'),
    '70': t('Government'),
    '80': t('Political group'),
    '90': t('Community'),
    '100': t('Personal'),
    '1000': t('Other'),
  },
});

const choices = perLanguage((): Readonly<Record<string, Readonly<Record<string, Choices>>>> => ({
  organization: ofOrganization(),
  user_defaults: ofUserDefaults(),
  bot: { triggers: byValue(webhookTriggers()) },
  delivery: { smtp_security: byValue(mailSecurities()) },
  directory: { ldap_security: byValue(directorySecurities()) },
  export: { export_type: numbered(1, t('Public data'), t('Standard')) },
  profile_field: { field_type: typeNames() },
  sign_in: { require_two_factor: byValue(twoFactorPolicies()) },
  sign_in_provider: { join_policy: byValue(joinPolicies()) },
}));

/** @returns names of the values of a field, by the value as text; undefined where it has none. */
export const valueNames = (kind: string, field: string): Choices | undefined => choices()[kind]?.[field];
