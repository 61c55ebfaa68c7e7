/** Plain pages of signing in through a provider: the password that joins an account, the way back to an app, and refusals. */
import { RawAnswer } from '../../http/endpoint.ts';
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
export const refusedPage = (reason: string): string =>
  frame(
    'Sign-in failed',
    `<h1>Sign-in failed</h1>
<p role="alert"><b>${escaped(reason)}</b></p>
<p>You can try again, or sign in with your password.</p>
<p class="soft"><a href="/chat/">Back to sign-in</a> · <a href="/help">Help with connecting</a></p>`,
  );

/** The question of joining: the password of the account here, with its second factor. */
export function passwordPage({ provider, email, pending, problem, action, asksCode }: PasswordQuestion): string {
  const name = escaped(provider);
  return frame(
    'Link your account',
    `<h1>Link your account with ${name}</h1>
<p>An account with the address <b>${escaped(email)}</b> exists here. Enter its password to sign in with ${name} in the future.</p>
${problem === '' ? '' : `<p role="alert" id="problem"><b>${escaped(problem)}</b></p>`}
<form action="${action}" method="post">
<input type="hidden" name="pending" value="${escaped(pending)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${problem === '' ? '' : ' aria-describedby="problem"'}>
${asksCode ? codeField : ''}<button>Link and sign in</button>
</form>
<p class="soft"><a href="/chat/">Cancel</a></p>`,
  );
}

const codeField = `<label for="code">Code from your authenticator app, or a recovery code</label>
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
export function triedPage({ provider, groupsClaim, identity, changes, refusal }: Tried): string {
  const { subject, email, isEmailVerified, name, groups } = identity;
  const confirmed = isEmailVerified ? 'confirmed by the provider' : 'not confirmed by the provider';
  const facts = [
    `Name: ${name === '' ? 'none' : name}`,
    `Address: ${email === '' ? 'none' : `${email}, ${confirmed}`}`,
    groupsClaim === ''
      ? 'Groups: not read, because no claim is set.'
      : `Groups (${groupsClaim}): ${groups.join('; ') || 'none'}`,
    `Account at the provider: ${subject}`,
  ];
  const outcome =
    refusal === null
      ? `<h2>Effect of a sign-in</h2>${list(changes)}`
      : `<h2>This user can't sign in</h2><p role="alert"><b>${escaped(refusal)}</b></p>`;
  return frame(
    'Sign-in test',
    `<h1>Test of ${escaped(provider)}</h1>
<p>This was only a test. Nothing was changed, and no one was signed in.</p>
${list(facts)}
${outcome}
<p class="soft">You can close this page.</p>`,
  );
}

/** For the app of a phone, which the browser opens by a link. */
export const appPage = (location: string): string =>
  frame('Return to your app', `<h1>You're signed in</h1><p><a href="${escaped(location)}">Open app</a></p>`);

/** Existing desktop apps read the clipboard; ours opens by a link, in the window that made the pad. */
export const desktopPage = (sealed: string, isOwnApp: boolean): string =>
  frame(
    'Back to the app',
    `<h1>You're signed in</h1>
${isOwnApp ? `<p><a href="hearth://chat/signed-in?desktop_data=${sealed}">Open app</a></p>` : ''}
<p>${isOwnApp ? 'If the app does not continue, copy' : 'Copy'} this code and go back to the app${isOwnApp ? ' to paste it there' : ''}. It works once, for two minutes.</p>
<code class="big">${sealed}</code>`,
  );

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
