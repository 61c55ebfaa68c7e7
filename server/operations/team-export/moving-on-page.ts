/** The page that says how a team moves on with its archive. README.md beside this file has it for those who read the sources. */
import { htmlAnswer, type PageAnswer } from '../plain-pages/page-answer.ts';
import { frame } from '../plain-pages/page-texts.ts';

export const movingOnPage = (): PageAnswer => htmlAnswer(200, frame('Moving to a larger server', text));

const text = `<h1>Moving to a larger server</h1>
<p>When one machine is no longer enough, your team can go on with Zulip 11, which is upgraded to later versions afterwards: apps, bots and scripts for this server work there too, as it speaks the same API.</p>
<ol>
<li><b>Say when.</b> What is written here after the export stays here.</li>
<li><b>Export.</b> In the console under Backups, “Export the team”; or <code>npm run export -- --data-dir DIR --out team.tar.gz</code>.</li>
<li><b>Unpack it on the new server,</b> as the user who runs Zulip: <code>mkdir -p /tmp/team &amp;&amp; tar -xzf team.tar.gz -C /tmp/team</code>. Its <code>notes.txt</code> names those who need another email address, because theirs is not valid there.</li>
<li><b>Import,</b> in <code>/home/zulip/deployments/current</code>: <code>./scripts/stop-server</code>, <code>./manage.py import our-office /tmp/team</code>, <code>./scripts/start-server</code>. <code>our-office</code> is the part before the domain under which people will find it; <code>''</code> is the domain itself. Many short words, such as <code>team</code>, are reserved there. Should it say that its version differs from the archive’s, export any organization there with <code>./manage.py export -r ""</code>, copy <code>migration_status.json</code> of that to <code>/tmp/team</code>, and import again. That an app is “installed, but exported realm does not” have it is harmless.</li>
<li><b>Empty its cache:</b> <code>./scripts/setup/flush-memcached</code>, or custom emoji are missing for days.</li>
<li><b>Sign in as an owner and give the organization its name again:</b> the import calls it by the part before the domain.</li>
<li><b>Tell everybody the new address.</b> People choose a password with “forgot password”, and give their programs a new API key.</li>
</ol>
<h2>What comes along</h2>
<p>Users and bots with their settings, groups with all permissions, channels with their folders and subscriptions, settings of the organization and of newcomers that are the same there, messages as they look here with the history of edits and with who has read, received and starred them, reactions, scheduled messages, uploaded files, pictures, icon and logos, custom emoji, statuses, profile fields, alert words, saved snippets, pinned views, followed and muted topics, linkifiers; votes of polls from Zulip 12 on.</p>
<h2>What stays here</h2>
<p>Passwords, API keys, tokens and sessions; drafts and reminders; invitations that wait. Channels and messages get new numbers there: old links to single messages may lead elsewhere.</p>
`;
