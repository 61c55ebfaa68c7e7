/**
 * Links by which someone stops mails of a kind without signing in: in the mail, and in its headers for the button of mail
 * programs (RFC 8058, one click). What they change are the user's settings, as PATCH /settings does.
 */
import { canManageAccount } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { Say } from '../../texts.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { setSubscriptionProperty } from '../channels/subscriptions/properties.ts';
import { subscriptionsOf } from '../channels/subscriptions/rows.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { applyUserSettings } from '../users/edit-settings.ts';
import { readingOf } from '../users/language.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import type { SettingValues } from '../users/settings.shared.ts';
import type { MailPart } from './mail-layout.ts';
import { unsubscribeKey, userOfUnsubscribeKey } from './rows.ts';

/** Kinds of mail, with what ends them. */
export const mailKinds = {
  'missed-messages': {
    link: (t: Say) => t('Unsubscribe from missed-message emails'),
    off: {
      enable_offline_email_notifications: false,
      enable_followed_topic_email_notifications: false,
      enable_stream_email_notifications: false,
    },
  },
  'sign-ins': {
    link: (t: Say) => t('Unsubscribe from emails about new sign-ins'),
    off: { enable_login_emails: false },
  },
  digest: { link: (t: Say) => t('Unsubscribe from the weekly digest'), off: { enable_digest_emails: false } },
} as const satisfies Record<string, { link: (t: Say) => string; off: Partial<SettingValues> }>;
export type MailKind = keyof typeof mailKinds;

/** What a mail says and carries so that it can be stopped. */
export function unsubscribing(
  acting: SystemActing,
  user: UserRow,
  kind: MailKind,
): { parts: MailPart[]; headers: Record<string, string> } {
  const key = unsubscribeKey(acting.tx, user.id, () => acting.services.random.token(40));
  const href = `${originForOthers(acting)}/unsubscribe/${kind}/${key}`;
  return {
    parts: [{ kind: 'footnote', text: mailKinds[kind].link(readingOf(user).t), href }],
    headers: { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** Whose link it is; undefined for one that no one was sent. */
export function readerOfLink(db: Reader, key: string): UserRow | undefined {
  const id = userOfUnsubscribeKey(db, key);
  return id === undefined ? undefined : findUser(db, id);
}

/** Whether a text holds no link that would change what is mailed to someone whose account the viewer does not manage. */
export function mayReadUnsubscribeLinks({ db, user }: Pick<Viewing, 'db' | 'user'>, text: string): boolean {
  return [...text.matchAll(/\/unsubscribe\/[\w-]+\/([\w-]+)/g)].every(([, key = '']) => {
    const reader = readerOfLink(db, key);
    return reader === undefined || reader.id === user.id || canManageAccount(user, reader);
  });
}

/** Ends a kind of mail for the user who was sent the key. @returns false when no one was. */
export function unsubscribe(acting: SystemActing, kind: MailKind, key: string): boolean {
  const user = readerOfLink(acting.db, key);
  if (user === undefined) return false;
  applyUserSettings(acting, user, mailKinds[kind].off);
  if (kind === 'missed-messages') muteChannelsByMail({ ...acting, user, client: 'website' });
  return true;
}

/** Channels for which the user had asked for mails, whatever the setting for all of them says. */
function muteChannelsByMail(acting: SystemActing & { user: UserRow; client: string }): void {
  for (const row of subscriptionsOf(acting.db, acting.user.id))
    if (row.email_notifications === 1)
      setSubscriptionProperty(acting, { stream_id: row.stream_id, property: 'email_notifications', value: false });
}
