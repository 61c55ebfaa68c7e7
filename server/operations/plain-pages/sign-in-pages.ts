/** Plain pages of signing in through a provider: the password that joins an account, the way back to an app, and refusals. */
import { RawAnswer } from '../../http/endpoint.ts';
import { texts, type Say } from '../../texts.ts';
import { htmlAnswer } from './page-answer.ts';
import { escaped, frame } from './page-texts.ts';

interface PasswordQuestion {
  /** Its name on buttons. */
  provider: string;
  email: string;
  /** What the form brings back, sealed. */
  pending: string;
  /** Why the last answer did not do; '' for the first. */
  problem: string;
  /** Path that the form goes to. */
  action: string;
  /** Whether the account has two-factor sign-in, which is known once its password was right. */
  asksCode: boolean;
}

/** Why a sign-in through a provider did not work. */
export function refusedPage(language: string, reason: string): string {
  const t = texts.in(language);
  return frame(
    t('Sign-in failed'),
    `<h1>${t('Sign-in failed')}</h1>
<p role="alert"><b>${escaped(texts.ofError(reason, language))}</b></p>
<p>${t('You can try again, or sign in with your password.')}</p>
<p class="soft"><a href="/chat/">${t('Back to sign-in')}</a> · <a href="/help">${t('Help with connecting')}</a></p>`,
    language,
  );
}

/** The question of joining: the password of the account here, with its second factor. */
export function passwordPage(
  language: string,
  { provider, email, pending, problem, action, asksCode }: PasswordQuestion,
): string {
  const t = texts.in(language);
  const name = escaped(provider);
  return frame(
    t('Link your account'),
    `<h1>${t('Link your account with {{provider}}', { provider: name })}</h1>
<p>${t('An account with the address <b>{{email}}</b> exists here. Enter its password to sign in with {{provider}} in the future.', { email: escaped(email), provider: name })}</p>
${problem === '' ? '' : `<p role="alert" id="problem"><b>${escaped(texts.ofError(problem, language))}</b></p>`}
<form action="${action}" method="post">
<input type="hidden" name="pending" value="${escaped(pending)}">
<label for="password">${t('Password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${problem === '' ? '' : ' aria-describedby="problem"'}>
${asksCode ? codeField(t) : ''}<button>${t('Link and sign in')}</button>
</form>
<p class="soft"><a href="/chat/">${t('Cancel')}</a></p>`,
    language,
  );
}

const codeField = (
  t: Say,
): string => `<label for="code">${t('Code from your authenticator app, or a recovery code')}</label>
<input id="code" name="two_factor_code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" required>
`;

interface Tried {
  provider: string;
  /** '' = groups are not read. */
  groupsClaim: string;
  identity: { subject: string; email: string; isEmailVerified: boolean; name: string; groups: readonly string[] };
  changes: readonly string[];
  refusal: string | null;
}

const list = (sentences: readonly string[]): string =>
  `<ul>${sentences.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>`;

/** For an owner who tried a provider as a user: what was found, and what would happen. */
export function triedPage(language: string, { provider, groupsClaim, identity, changes, refusal }: Tried): string {
  const t = texts.in(language);
  const { subject, email, isEmailVerified, name, groups } = identity;
  const facts = [
    t('Name: {{name}}', { name: name || t('none') }),
    email === ''
      ? t('Address: none')
      : isEmailVerified
        ? t('Address: {{email}}, confirmed by the provider', { email })
        : t('Address: {{email}}, not confirmed by the provider', { email }),
    groupsClaim === ''
      ? t('Groups: not read, because no claim is set.')
      : t('Groups ({{claim}}): {{groups}}', { claim: groupsClaim, groups: groups.join('; ') || t('none') }),
    t('Account at the provider: {{subject}}', { subject }),
  ];
  const outcome =
    refusal === null
      ? `<h2>${t('Effect of a sign-in')}</h2>${list(changes.map((change) => texts.ofError(change, language)))}`
      : `<h2>${t("This user can't sign in")}</h2><p role="alert"><b>${escaped(texts.ofError(refusal, language))}</b></p>`;
  return frame(
    t('Sign-in test'),
    `<h1>${t('Test of {{provider}}', { provider: escaped(provider) })}</h1>
<p>${t('This was only a test. Nothing was changed, and no one was signed in.')}</p>
${list(facts)}
${outcome}
<p class="soft">${t('You can close this page.')}</p>`,
    language,
  );
}

/** For the app of a phone, which the browser opens by a link. */
export function appPage(language: string, location: string): string {
  const t = texts.in(language);
  const body = `<h1>${t("You're signed in")}</h1><p><a href="${escaped(location)}">${t('Open app')}</a></p>`;
  return frame(t('Return to your app'), body, language);
}

/** Existing desktop apps read the clipboard; ours opens by a link, in the window that made the pad. */
export function desktopPage(language: string, sealed: string, isOwnApp: boolean): string {
  const t = texts.in(language);
  const [link, next] = isOwnApp
    ? [
        `<p><a href="hearth://chat/signed-in?desktop_data=${sealed}">${t('Open app')}</a></p>`,
        t(
          'If the app does not continue, copy this code and go back to the app to paste it there. It works once, for two minutes.',
        ),
      ]
    : ['', t('Copy this code and go back to the app. It works once, for two minutes.')];
  return frame(
    t('Back to the app'),
    `<h1>${t("You're signed in")}</h1>
${link}
<p>${next}</p>
<code class="big">${sealed}</code>`,
    language,
  );
}

const noStore = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** A page that is never cached: it holds a sign-in secret. */
export function html(body: string, status = 200): RawAnswer {
  const page = htmlAnswer(status, body);
  return new RawAnswer({ status, headers: { ...page.headers, ...noStore, 'Content-Type': page.type }, body });
}

/** @param setCookie the whole header, where there is one. */
export const redirect = (location: string, setCookie?: string): RawAnswer =>
  new RawAnswer({
    status: 302,
    headers: { ...noStore, Location: location, ...(setCookie !== undefined && { 'Set-Cookie': setCookie }) },
    body: '',
  });
