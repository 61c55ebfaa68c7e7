/** The page that says how a team moves on with its archive. README.md beside this file has it for those who read the sources. */
import { htmlAnswer, type PageAnswer } from '../plain-pages/page-answer.ts';
import { frame } from '../plain-pages/page-texts.ts';

export const movingOnPage = (): PageAnswer => htmlAnswer(200, frame('Moving to a larger server', text));

const text = `<h1>Moving to a larger server</h1>
<p>When one machine is no longer enough, your team can go on with Zulip 11, which is upgraded to later versions afterwards: apps, bots and scripts for this server work there too, as it speaks the same API.</p>
<ol>
<li><b>Say when.</b> What is written here after the export stays here.</li>
<li><b>Export.</b> In the console under Backups, “Export the team”; or <code>npm run export -- --data-dir DIR --out team.tar.gz</code>.</li>
<li><b>Unpack it on the new server:</b> <code>mkdir /tmp/team &amp;&amp; tar -xzf team.tar.gz -C /tmp/team</code></li>
<li><b>Import:</b> <code>./manage.py import team /tmp/team</code>. <code>team</code> is the part before the domain under which people will find it. Should it say that its version differs from the archive’s, export any organization there with <code>./manage.py export</code>, copy <code>migration_status.json</code> of that to <code>/tmp/team</code>, and import again.</li>
<li><b>Tell everybody the new address.</b> People choose a password with “forgot password”, and give their programs a new API key.</li>
</ol>
<h2>What comes along</h2>
<p>Users and bots, groups with all permissions, channels with their folders and subscriptions, settings of the organization that are the same there, messages with who has read, received and starred them, reactions, uploaded files, pictures, custom emoji, statuses, profile fields, alert words, saved snippets, pinned views, followed and muted topics, linkifiers.</p>
<h2>What stays here</h2>
<p>Passwords, API keys, tokens and sessions; drafts and scheduled messages; votes of polls; the history of edits; invitations that wait; most personal settings. Messages get new numbers there: old links to single messages lead elsewhere, links to channels and topics go on working.</p>
`;
