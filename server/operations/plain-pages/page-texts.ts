/** Texts of the plain pages, as HTML; texts of others are escaped here. */
import type { HttpsState } from '../../contract/shapes/network.ts';
import type { ReachOutcome } from '../../network/reach-test.ts';
import { directionOf, type Say } from '../../texts.ts';

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; --ink: #1f1c18; --paper: #fff; --soft: #4f4a42; --line: #d9d4cb; --accent: #2b5090; --good: #1b6b3b; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8e1; --paper: #1c1b19; --soft: #bfb9af; --line: #4a463f; --accent: #a7c4f5; --good: #7fcf9b; } }
body { margin: 0; font: 1.05rem/1.55 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, 'Liberation Sans', Arial, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2rem; }
p.soft { color: var(--soft); } a { color: var(--accent); }
code { font-size: 1.05em; overflow-wrap: anywhere; }
.big { font-size: clamp(1.05rem, 5vw, 1.4rem); font-weight: 600; display: block; user-select: all; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
label { display: block; font-weight: 600; margin-bottom: .35rem; }
input { font: inherit; font-size: 1.8rem; letter-spacing: .25em; width: 9.5em; max-width: 100%; box-sizing: border-box; padding: .4rem .6rem; border: 2px solid var(--soft); border-radius: .5rem; color: inherit; background: transparent; }
button { font: inherit; font-weight: 600; display: block; margin-top: 1rem; padding: .7rem 1.6rem; border: 0; border-radius: .5rem; color: var(--paper); background: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.good { color: var(--good); } li { margin-bottom: .6rem; }
`;

/** A whole page. @param body HTML. @param language tag of the language that title and body are in */
export function frame(title: string, body: string, language = 'en'): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - Hearth</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
}

const refusal = (t: Say, outcome: Exclude<ReachOutcome, 'reached'>): string =>
  ({
    wrong_code: () => t('Wrong code. Check the code on the screen.'),
    no_test: () => t('No test is running. Start one on the Network screen of the console. It shows the code.'),
    too_often: () => t('Too many attempts. Wait a minute, then enter the code.'),
    same_computer: () =>
      t(
        'The code is right, but this is the computer that runs Hearth. Open this page on another computer or on a phone.',
      ),
  })[outcome]();

/** A sentence with a link in it. @param text HTML with `<link>…</link>` */
const linked = (text: string, href: string): string =>
  text.replace('<link>', `<a href="${href}">`).replace('</link>', '</a>');

export function reachPage(
  t: Say,
  { organization, outcome }: { organization: string; outcome: ReachOutcome | null },
): string {
  if (outcome === 'reached')
    return `<h1 class="good">${t('Connection works')}</h1>
<p>${t('This device can reach the server of <b>{{organization}}</b>. The result is also shown on the other screen.', { organization: escaped(organization) })}</p>
<p>${linked(t('You can close this page, or <link>open Hearth here</link>.'), '/')}</p>`;
  const problem = outcome === null ? '' : `<p role="alert" id="problem"><b>${escaped(refusal(t, outcome))}</b></p>`;
  const described = outcome === null ? '' : ' aria-describedby="problem"';
  return `<h1>${t('This device has reached the server')}</h1>
<p>${t('To confirm, enter the six digits shown on the other screen.')}</p>
${problem}
<form action="/reach" method="get">
<label for="code">${t('Code')}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" pattern="[0-9 ]*" maxlength="7" required autofocus${described}>
<button>${t('Send')}</button>
</form>
<p class="soft"><a href="/help">${t('Help with connecting')}</a></p>`;
}

interface HelpFacts {
  origin: string;
  organization: string;
  https: HttpsState;
}

export function helpPage(t: Say, { origin, organization, https }: HelpFacts): string {
  return `<h1>${t('Help with connecting to {{organization}}', { organization: escaped(organization) })}</h1>
<p>${t('This device can reach the server. Use this address in a browser or a chat app:')}</p>
<code class="big">${escaped(origin)}</code>
<p>${t('Enter the whole address, including <code>http://</code> and the number after the colon.')}</p>
<h2>${t("If another device can't connect")}</h2>
<ol>
<li>${t('<b>Same network?</b> Connect it to the same network as the server, not to a guest Wi-Fi or mobile data. Turn off its VPN.')}</li>
<li>${t('<b>Same address?</b> Use the address above. Names such as <code>hearth.local</code> do not work on all devices.')}</li>
<li>${t('<b>http, not https?</b> If the browser changes the address to <code>https://</code>, enter <code>http://</code> before it.')}</li>
<li>${t("<b>Has the address changed?</b> The server's address may change when the router restarts. Ask an administrator, who finds the new address on the Network screen of the console.")}</li>
<li>${t('<b>An address with four numbers?</b> The server uses IPv4 addresses, such as 192.168.1.20, which every office network has. A device or a network with IPv6 only cannot connect, unless the server was started with <code>--host ::</code>.')}</li>
<li>${t("<b>Is the computer awake?</b> The server's computer must be on and awake.")}</li>
<li>${t("<b>The firewall.</b> The firewall of the server's computer may block connections. Ask an administrator to run the test on the Network screen, which also shows the command to open the firewall.")}</li>
</ol>
<h2>${t("If you can't sign in")}</h2>
<p>${t('You need an account. Open your invite link, or ask an administrator to invite you. If you forgot your password, ask an administrator for a password link.')}</p>
<p>${t("<b>Asked for a code?</b> Enter the code from your authenticator app. If it is rejected, check that the clock of your phone is correct. If you don't have your phone, use a recovery code. If you don't have recovery codes, ask an owner to reset your two-factor sign-in (Organization &gt; Sign-in). If you are the only owner, start the server with <code>--reset-two-factor</code> and your email address.")}</p>
${https.certificate === null || https.url === null ? '' : certificateHelp(t, https.certificate.fingerprint, https.url)}
<p class="soft"><a href="/">${t('Open Hearth')}</a> · <a href="/reach">${t('Test from this device')}</a> · <a href="/api/docs">${t('API documentation')}</a></p>`;
}

function certificateHelp(t: Say, fingerprint: string, url: string): string {
  return `<h2>${t('HTTPS')}</h2>
<p>${linked(t('The server also answers at <code>{{url}}</code>. Browsers show a warning until you trust its <link>certificate</link>. To verify it, compare the SHA-256 fingerprint with the one on the Network screen of the console:', { url: escaped(url) }), '/help/certificate.pem')}</p>
<p><code>${escaped(fingerprint)}</code></p>
<p>${t('Chat apps on phones do not accept this certificate. Use <code>http://</code> there.')}</p>`;
}
