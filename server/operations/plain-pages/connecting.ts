/**
 * The plain pages for the user who cannot get in: the test from a second device, and help with connecting. One file each, no script,
 * no sign-in, so that every phone shows them.
 */
import type { ChatServices } from '../../domain/acting.ts';
import { originForOthers } from '../../domain/organization/addresses.shared.ts';
import { organizationSetting } from '../../domain/organization/rows.ts';
import type { PageError } from '../../http/error-answer.ts';
import { texts, type Say } from '../../texts.ts';
import type { TeamNetwork } from '../team-network.ts';
import { htmlAnswer, type PageAnswer } from './page-answer.ts';
import { escaped, frame, helpPage, reachPage } from './page-texts.ts';

type PageServices = ChatServices & { network: TeamNetwork };

/** A request for the test from a second device. */
interface ReachRequest {
  query: URLSearchParams;
  ip: string;
  userAgent: string;
  /** Tag of the language of the visitor. */
  language: string;
}

/** @returns the certificate of this server's own HTTPS, for those who trust it by hand; null when it has none. */
export function certificatePage({ network }: PageServices): PageAnswer | null {
  if (network.certificate === null) return null;
  return {
    status: 200,
    type: 'application/x-x509-ca-cert',
    headers: { 'Content-Disposition': 'attachment; filename="hearth-certificate.pem"' },
    body: network.certificate,
  };
}

/** @param origin as the visitor addressed us: "http://192.168.1.20:7420". */
export async function connectingPage(services: PageServices, origin: string, language: string): Promise<PageAnswer> {
  const t = texts.in(language);
  const { https } = await services.network.state();
  const organization = await organizationName(services);
  const shown = helpPage(t, { origin: originForOthers({ origin, services }), organization, https });
  return htmlAnswer(200, frame(t('Help with connecting'), shown, language));
}

export async function reachingPage(services: PageServices, request: ReachRequest): Promise<PageAnswer> {
  const organization = await organizationName(services);
  const code = request.query.get('code');
  const outcome = code === null ? null : services.network.reachedBy(code.slice(0, 20), request.ip, request.userAgent);
  const t = texts.in(request.language);
  const shown = reachPage(t, { organization, outcome });
  const status = outcome === 'too_often' ? 429 : 200;
  return htmlAnswer(status, frame(t('Can this device reach Hearth?'), shown, request.language));
}

const organizationName = async ({ storage }: PageServices): Promise<string> =>
  storage.read((db) => organizationSetting(db, 'name'));

/** For someone whose browser opened what it cannot have, such as a file that was deleted: programs get JSON. */
export function errorPage({ status, message, language }: PageError): PageAnswer {
  const t = texts.in(language);
  const [title, advice] = errorTexts(t, status);
  return htmlAnswer(
    status,
    frame(
      title,
      `<h1>${title}</h1>
<p role="alert">${escaped(message)}</p>${advice === '' ? '' : `\n<p>${advice}</p>`}
<p class="soft"><a href="/chat/">${t('Open chat')}</a> · <a href="/help">${t('Help with connecting')}</a></p>`,
      language,
    ),
  );
}

/** @returns the title, and what the reader can do. */
function errorTexts(t: Say, status: number): [title: string, advice: string] {
  if (status === 401) return [t('Sign in first'), t('Sign in to the chat, then open the link again.')];
  if (status === 403) return [t('No access'), t('Ask the person who sent you the link.')];
  if (status === 404) return [t('Not found'), t('If it is a file, open it again from its message in the chat.')];
  if (status >= 500) return [t('The server has a problem'), t('Try again in a minute.')];
  return [t('This does not work'), ''];
}

/** For someone whose browser asks for an address that there is not: programs get JSON. */
export function lostPage(language: string): PageAnswer {
  const t = texts.in(language);
  return htmlAnswer(
    404,
    frame(
      t('Not found'),
      `<h1>${t('Page not found')}</h1>
<p>${t('The address may be wrong, or the page no longer exists.')}</p>
<p class="soft"><a href="/chat/">${t('Open chat')}</a> · <a href="/help">${t('Help with connecting')}</a></p>`,
      language,
    ),
  );
}
