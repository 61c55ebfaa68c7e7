/** The page that says how a team moves on with its archive. README.md beside this file has it for those who read the sources. */
import { readingIn, type Say } from '../../texts.ts';
import { htmlAnswer, type PageAnswer } from '../plain-pages/page-answer.ts';
import { frame } from '../plain-pages/page-texts.ts';

/** @param language tag of the reader's language */
export function movingOnPage(language: string): PageAnswer {
  const { t } = readingIn(language);
  return htmlAnswer(200, frame(t('Moving to a larger server'), text(t), language));
}

const text = (t: Say): string => `<h1>${t('Moving to a larger server')}</h1>
<p>${t('When one machine is no longer enough, your team can go on with Zulip 11, which is upgraded to later versions afterwards. Apps, bots and scripts for this server work there too, because it has the same API.')}</p>
<ol>
<li>${t('<b>Announce the date.</b> Messages that are sent here after the export stay here.')}</li>
<li>${t('<b>Export.</b> Use “Export team” under Backups in the console, or the command <code>npm run export -- --data-dir DIR --out team.tar.gz</code>.')}</li>
<li>${t('<b>Unpack it on the new server,</b> as the user who runs Zulip: <code>mkdir -p /tmp/team &amp;&amp; tar -xzf team.tar.gz -C /tmp/team</code>. Its <code>notes.txt</code> names people whose email address is not valid there and who need another one.')}</li>
<li>${t("<b>Import</b> in <code>/home/zulip/deployments/current</code>: <code>./scripts/stop-server</code>, <code>./manage.py import our-office /tmp/team</code>, <code>./scripts/start-server</code>. <code>our-office</code> is the part of the address before the domain; <code>''</code> is the domain itself. Many short words, such as <code>team</code>, are reserved there.")}</li>
<li>${t('<b>Other version?</b> If the import says that its version differs from that of the archive, export any organization there with <code>./manage.py export -r ""</code>, copy its <code>migration_status.json</code> to <code>/tmp/team</code>, and import again. A message that an app is “installed, but exported realm does not” have it is harmless.')}</li>
<li>${t('<b>Empty its cache:</b> <code>./scripts/setup/flush-memcached</code>. Otherwise custom emoji are missing for days.')}</li>
<li>${t('<b>Sign in as an owner and enter the name of the organization again:</b> the import uses the part before the domain as its name.')}</li>
<li>${t('<b>Send everyone the new address.</b> People choose a password with “Forgot your password?”, and give their programs a new API key.')}</li>
</ol>
<h2>${t('What is transferred')}</h2>
<p>${t('Users and bots with their settings, groups with all permissions, channels with their folders and subscriptions, settings of the organization and of new users that exist there too, messages as they look here with their edit history and with who has read, received and starred them, reactions, scheduled messages, uploaded files, pictures, icon and logos, custom emoji, statuses, profile fields, alert words, saved snippets, pinned views, followed and muted topics, linkifiers, and from Zulip 12 on votes in polls.')}</p>
<h2>${t('What stays here')}</h2>
<p>${t('Passwords, API keys, tokens and sessions, drafts and reminders, and pending invitations. Channels and messages get new numbers there: old links to single messages may lead to other messages.')}</p>
`;
