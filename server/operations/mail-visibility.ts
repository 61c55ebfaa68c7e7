/** Readers of mail in the outbox or queue: some hand over more than an administrator may give away. */
import type { Mail } from '../delivery/mail.ts';
import { mayReadResetLinks } from '../domain/accounts/password-changes.ts';
import type { Viewing } from '../domain/acting.ts';
import { mayReadInvitationLinks } from '../domain/invitations/invitations.ts';
import { mayReadUnsubscribeLinks } from '../domain/notifications/unsubscribe.ts';
import { shownAddress } from '../domain/users/visibility.shared.ts';
import type { ServerServices } from './services.ts';

/** What stands where the text of a mail with such a link would be. */
const withheldLink = 'The link in this mail is for an owner: only owners can read it.';
const withheldWords = 'This mail shows messages from the chat: only its reader can read it here.';

/**
 * What the console shows of a mail: not a link that is not the viewer's to give, nor what others write to each other, nor an address that
 * its owner shows no one.
 */
export function shownMail(
  viewing: Viewing<ServerServices>,
  mail: Pick<Mail, 'to' | 'subject' | 'text' | 'isPrivate'>,
): Pick<Mail, 'to' | 'subject' | 'text'> {
  const { subject, text, isPrivate = false } = mail;
  const isDemo = viewing.services.demo !== null;
  const isReader = mail.to === viewing.user.delivery_email || isDemo;
  const to = isDemo ? mail.to : shownAddress(viewing, mail.to);
  if (isPrivate && !isReader) return { to, subject: 'Messages that were missed', text: withheldWords };
  const mayRead = [mayReadInvitationLinks, mayReadResetLinks, mayReadUnsubscribeLinks].every((may) =>
    may(viewing, text),
  );
  return { to, subject, text: mayRead ? text.replaceAll(mail.to, to) : withheldLink };
}
