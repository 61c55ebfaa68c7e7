/** What the plain pages say, as HTML; texts of others are escaped here. */
import type { HttpsState } from '../../contract/shapes/network.ts';
import type { ReachOutcome } from '../../network/reach-test.ts';

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

/** A whole page. @param body HTML */
export function frame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - Hearth</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
}

const refusals: Record<Exclude<ReachOutcome, 'reached'>, string> = {
  wrong_code: 'That is not the code on the screen. Please check it.',
  no_test: 'No test is running. Start one on the "Network" screen of the console, which then shows the code.',
  too_often: 'Too many attempts. Wait a minute, then type the code on the screen.',
  same_computer:
    'The code is right, but this is the computer that runs Hearth. Open this page on another computer or on a phone.',
};

export function reachPage({ organization, outcome }: { organization: string; outcome: ReachOutcome | null }): string {
  if (outcome === 'reached')
    return `<h1 class="good">It works</h1>
<p>This device can reach the server of <b>${escaped(organization)}</b>. The other screen shows it too.</p>
<p>You can close this page, or <a href="/">open Hearth here</a>.</p>`;
  const problem = outcome === null ? '' : `<p role="alert" id="problem"><b>${escaped(refusals[outcome])}</b></p>`;
  const described = outcome === null ? '' : ' aria-describedby="problem"';
  return `<h1>This device has reached the server</h1>
<p>Type the six digits shown on the other screen, to confirm it there.</p>
${problem}
<form action="/reach" method="get">
<label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" pattern="[0-9 ]*" maxlength="7" required autofocus${described}>
<button>Send</button>
</form>
<p class="soft"><a href="/help">Help with connecting</a></p>`;
}

interface HelpFacts {
  origin: string;
  organization: string;
  https: HttpsState;
}

export function helpPage({ origin, organization, https }: HelpFacts): string {
  return `<h1>Help with connecting to ${escaped(organization)}</h1>
<p>You can see this page, so this device reaches the server. This is the address to use in a browser or a chat app:</p>
<code class="big">${escaped(origin)}</code>
<p>Type all of it, including <code>http://</code> and the number after the colon.</p>
<h2>Another device cannot connect</h2>
<ol>
<li><b>Same network?</b> It has to be in the same network as the server: the same Wi-Fi, not a guest Wi-Fi, and not mobile data. If there is a VPN, turn it off for a moment.</li>
<li><b>Same address?</b> Use the address above. A name such as <code>hearth.local</code> does not work on every phone and computer; the numbers do.</li>
<li><b>http, not https?</b> If the browser turns the address into <code>https://</code>, type <code>http://</code> in front.</li>
<li><b>Has the address changed?</b> After a restart of the router, the server's computer may have another address. Ask its administrator: the "Network" screen shows the new one.</li>
<li><b>An address with four numbers?</b> The server uses IPv4 addresses, such as 192.168.1.20, which every office network has. A device or a network with IPv6 only cannot connect, unless the server was started with <code>--host ::</code>.</li>
<li><b>Is the computer awake?</b> When the server's computer is asleep or off, nobody can connect.</li>
<li><b>The firewall.</b> If none of this helps, the firewall of the server's computer may block others. The "Network" screen has a test, and the command that opens the firewall.</li>
</ol>
<h2>You can connect, but not sign in</h2>
<p>You need an account: open the link of your invitation, or ask an administrator for one. An administrator can also give you a link to set a new password.</p>
<p><b>Asked for a code?</b> It is the code that your authenticator app shows for this organization. If it is refused, compare the time of your phone with the time that the page shows, and set the clock of your phone. Without the phone, use one of your recovery codes. Without those, ask an owner to reset your two-factor sign-in under Organization &gt; Sign-in; for an only owner, start the server at its computer with <code>--reset-two-factor</code> and the email address.</p>
${https.certificate === null || https.url === null ? '' : certificateHelp(https.certificate.fingerprint, https.url)}
<p class="soft"><a href="/">Open Hearth</a> · <a href="/reach">Test from this device</a> · <a href="/api/docs">For programs: the API</a></p>`;
}

function certificateHelp(fingerprint: string, url: string): string {
  return `<h2>HTTPS</h2>
<p>The server also answers at <code>${escaped(url)}</code>. Browsers warn about it until they trust its <a href="/help/certificate.pem">certificate</a>. Its fingerprint (SHA-256), to compare with what the administrator's screen shows:</p>
<p><code>${escaped(fingerprint)}</code></p>
<p>Chat apps on phones do not accept such certificates: use <code>http://</code> there.</p>`;
}
