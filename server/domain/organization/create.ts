/**
 * The first organization of an empty data folder: groups, the server's own bots, the owner, the first channels, and a word
 * of welcome. Everything is one transaction, so that a folder has a whole organization or none.
 */
import { coded, invalidParameter } from '../../errors.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import { Role } from '../../permissions/roles.ts';
import type { Say } from '../../texts.ts';
import { createUser } from '../accounts/lifecycle.ts';
import { sendWelcome } from '../accounts/welcome.ts';
import type { SystemActing } from '../acting.ts';
import { createChannel } from '../channels/create.ts';
import { subscribeUsers } from '../channels/subscriptions/subscribe.ts';
import { createSystemGroups } from '../groups/system-groups.shared.ts';
import { reservedDomain, type UserRow } from '../users/rows.ts';
import { sayInOrganization } from './language.shared.ts';
import { hasOrganization } from './rows.ts';
import { storeSetting } from './store.ts';

export interface NewOrganization {
  name: string;
  ownerEmail: string;
  ownerFullName: string;
  /** Made by domain/accounts/passwords.shared.ts, before the transaction. */
  ownerPasswordHash: string;
  /** Of the organization and its owner, by its tag; English without one. */
  language?: string;
  /** The first is the one for announcements. */
  firstChannels?: readonly { name: string; description: string }[];
}

/** Accounts that speak for the server: known to clients as cross_realm_bots. */
const systemBots = [
  { email: `notification-bot@${reservedDomain}`, fullName: 'Notification Bot' },
  { email: `welcome-bot@${reservedDomain}`, fullName: 'Welcome Bot' },
  { email: `email-gateway@${reservedDomain}`, fullName: 'Email Gateway' },
] as const;

const firstChannels = (t: Say): { name: string; description: string }[] => [
  // Where new channels are announced.
  { name: t('general'), description: t('Team-wide news and questions.') },
  { name: t('sandbox'), description: t('A place to try things out.') },
];

/**
 * Creates the organization and its owner.
 * @returns the owner
 * @throws ApiError ORGANIZATION_EXISTS when the folder has one already
 */
export function createOrganization(acting: SystemActing, input: NewOrganization): UserRow {
  if (hasOrganization(acting.db)) throw coded('ORGANIZATION_EXISTS', 'The organization already exists');
  if (unreadableAt(input.name) !== -1)
    throw invalidParameter('organization_name', 'Invalid character in the name of the organization.');
  storeSetting(acting, 'name', nameOf(input.name));
  storeSetting(acting, 'string_id', slug(input.name));
  storeSetting(acting, 'date_created', acting.now);
  if (input.language !== undefined) storeSetting(acting, 'default_language', input.language);
  createSystemGroups(acting);
  createSystemBots(acting);
  const owner = createUser(acting, {
    email: input.ownerEmail,
    fullName: input.ownerFullName,
    role: Role.owner,
    passwordHash: input.ownerPasswordHash,
    subscribeToDefaults: false,
  });
  const channels = (input.firstChannels ?? firstChannels(sayInOrganization(acting.db))).map((channel) =>
    createChannel({ ...acting, user: owner }, { ...channel, isDefault: true }),
  );
  subscribeUsers(acting, channels, [owner.id]);
  const [first] = channels;
  if (first !== undefined) storeSetting(acting, 'new_stream_announcements_stream_id', first.id);
  sendWelcome(acting, owner);
  return owner;
}

/**
 * Makes the accounts that speak for the server. @param wantedIds by the part of the address before the "@": those that an organization
 * had elsewhere; they are free.
 */
export function createSystemBots(acting: SystemActing, wantedIds: ReadonlyMap<string, number> = new Map()): void {
  for (const bot of systemBots) {
    createUser(acting, {
      ...bot,
      id: wantedIds.get(bot.email.split('@', 1)[0] ?? ''),
      role: Role.member,
      passwordHash: null,
      isBot: true,
      botType: 1,
      isSystemBot: true,
      subscribeToDefaults: false,
    });
  }
}

/** The organization's word for addresses and messages: "Müller & Söhne" becomes "muller-sohne". */
export function slug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'organization'
  );
}
