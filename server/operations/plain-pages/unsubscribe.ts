/**
 * The plain page behind "No more ..." in a mail: one button, no sign-in, no script. Opening it changes nothing, because mail
 * scanners open every link; the button, and the one of mail programs (RFC 8058), send a POST.
 */
import { ownOrigin, systemActing, type ChatServices } from '../../domain/acting.ts';
import { mailKinds, readerOfLink, unsubscribe, type MailKind } from '../../domain/notifications/unsubscribe.ts';
import { organizationSetting } from '../../domain/organization/rows.ts';
import { htmlAnswer, type PageAnswer } from './page-answer.ts';
import { escaped, frame } from './page-texts.ts';

const isKind = (kind: string): kind is MailKind => Object.hasOwn(mailKinds, kind);

/** @returns null when there are no mails of this kind, or the key cannot be one. */
export async function unsubscribePage(
  services: ChatServices,
  { kind, key, method }: { kind: string; key: string; method: string },
): Promise<PageAnswer | null> {
  if (!isKind(kind) || !/^[A-Za-z0-9]{1,100}$/.test(key)) return null;
  const { storage } = services;
  const isDone =
    method === 'POST' &&
    (await storage.transaction((tx) => unsubscribe(systemActing(tx, services, ownOrigin(services)), kind, key)));
  const { isKnown, organization } = await storage.read((db) => ({
    isKnown: readerOfLink(db, key) !== undefined,
    organization: organizationSetting(db, 'name'),
  }));
  const body = isKnown ? pageText(mailKinds[kind].called, organization, isDone) : unknownText;
  const answer = htmlAnswer(isKnown ? 200 : 404, frame('Mails', body));
  // The address holds the key.
  return { ...answer, headers: { ...answer.headers, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } };
}

function pageText(what: string, organization: string, isDone: boolean): string {
  const name = escaped(organization);
  if (isDone)
    return `<h1 class="good">Unsubscribed</h1>
<p>${name} no longer sends you ${what}. To turn them on again, open the chat's settings.</p>
<p class="soft"><a href="/chat/">Open chat</a></p>`;
  return `<h1>Unsubscribe?</h1>
<p>${name} sends you ${what}. Use the button to unsubscribe. You don't need to sign in.</p>
<form method="post"><button>Unsubscribe</button></form>
<p class="soft"><a href="/chat/">Keep them and open chat</a></p>`;
}

const unknownText = `<h1>This link is not valid</h1>
<p>Sign in to choose your email notifications in the settings.</p>
<p class="soft"><a href="/chat/">Open chat</a></p>`;
