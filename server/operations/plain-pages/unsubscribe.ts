/**
 * The plain page behind "No more ..." in a mail: one button, no sign-in, no script. Opening it changes nothing, because mail
 * scanners open every link; the button, and the one of mail programs (RFC 8058), send a POST.
 */
import { ownOrigin, systemActing, type ChatServices } from '../../domain/acting.ts';
import { mailKinds, readerOfLink, unsubscribe, type MailKind } from '../../domain/notifications/unsubscribe.ts';
import { organizationSetting } from '../../domain/organization/rows.ts';
import { settingOf } from '../../domain/users/settings.shared.ts';
import { texts, type Say } from '../../texts.ts';
import { htmlAnswer, type PageAnswer } from './page-answer.ts';
import { escaped, frame } from './page-texts.ts';

const isKind = (kind: string): kind is MailKind => Object.hasOwn(mailKinds, kind);

/** @returns null when there are no mails of this kind, or the key cannot be one. */
export async function unsubscribePage(
  services: ChatServices,
  { kind, key, method, language }: { kind: string; key: string; method: string; language: string },
): Promise<PageAnswer | null> {
  if (!isKind(kind) || !/^[A-Za-z0-9]{1,100}$/.test(key)) return null;
  const { storage } = services;
  const isDone =
    method === 'POST' &&
    (await storage.transaction((tx) => unsubscribe(systemActing(tx, services, ownOrigin(services)), kind, key)));
  const { reader, organization } = await storage.read((db) => ({
    reader: readerOfLink(db, key),
    organization: organizationSetting(db, 'name'),
  }));
  const ownLanguage = reader === undefined ? language : settingOf(reader, 'default_language');
  const t = texts.in(ownLanguage);
  const body = reader === undefined ? unknownText(t) : pageText(t, kindName(t, kind), organization, isDone);
  const answer = htmlAnswer(reader === undefined ? 404 : 200, frame(t('Mails'), body, ownLanguage));
  // The address holds the key.
  return { ...answer, headers: { ...answer.headers, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } };
}

const kindName = (t: Say, kind: MailKind): string =>
  ({
    'missed-messages': () => t('mails about messages that you missed'),
    'sign-ins': () => t('mails about new sign-ins'),
    digest: () => t('the weekly digest'),
  })[kind]();

function pageText(t: Say, what: string, organization: string, isDone: boolean): string {
  const name = escaped(organization);
  if (isDone)
    return `<h1 class="good">${t('Unsubscribed')}</h1>
<p>${t("{{name}} no longer sends you {{what}}. To turn them on again, open the chat's settings.", { name, what })}</p>
<p class="soft"><a href="/chat/">${t('Open chat')}</a></p>`;
  return `<h1>${t('Unsubscribe?')}</h1>
<p>${t("{{name}} sends you {{what}}. Use the button to unsubscribe. You don't need to sign in.", { name, what })}</p>
<form method="post"><button>${t('Unsubscribe')}</button></form>
<p class="soft"><a href="/chat/">${t('Keep them and open chat')}</a></p>`;
}

const unknownText = (t: Say): string => `<h1>${t('This link is not valid')}</h1>
<p>${t('Sign in to choose your email notifications in the settings.')}</p>
<p class="soft"><a href="/chat/">${t('Open chat')}</a></p>`;
