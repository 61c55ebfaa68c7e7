/** Skipped data of an archive of the larger server, as sentences of the preview and the report. */
import { phrase } from '../../translation.ts';
import type { Tables } from './json-rows.ts';

/** Tables that are read, those of Hearth's own aside. */
const read = new Set(
  `zerver_alertword zerver_attachment zerver_botstoragedata zerver_channelfolder zerver_client zerver_customprofilefield
  zerver_customprofilefieldvalue zerver_defaultstream zerver_groupgroupmembership zerver_huddle zerver_message zerver_muteduser
  zerver_namedusergroup zerver_navigationview zerver_reaction zerver_realm zerver_realmdomain zerver_realmemoji zerver_realmfilter
  zerver_realmplayground zerver_realmuserdefault zerver_recipient zerver_savedsnippet zerver_scheduledmessage zerver_service
  zerver_stream zerver_submessage zerver_subscription zerver_usergroup zerver_usergroupmembership zerver_usermessage
  zerver_userprofile zerver_userprofile_crossrealm zerver_userprofile_mirrordummy zerver_userstatus zerver_usertopic`.split(
    /\s+/,
  ),
);
/** What the archive may have and Hearth has no place for, by table. */
const without = new Map(
  Object.entries({
    zerver_userpresence: phrase('When users were online'),
    zerver_presencesequence: '',
    zerver_useractivity: phrase('Activity of clients'),
    zerver_useractivityinterval: '',
    zerver_botconfigdata: phrase('Configuration of embedded bots'),
    zerver_realmauditlog: phrase('The audit log'),
    zerver_realmexport: phrase('Earlier exports'),
    zerver_realmauthenticationmethod: phrase('Ways to sign in: email and password are on'),
    zerver_externalauthid: phrase('Sign-in through other services: owners set it up again'),
    zerver_onboardingstep: phrase('Which introductions users have seen'),
    zerver_onboardingusermessage: '',
    zerver_userhotspot: '',
  }),
);
/** What an export of Hearth leaves out: secrets, and what belongs to the server and its devices. */
const lackingOfHearth = [
  phrase('Two-factor sign-in, and sign-in through other services and directories: users and owners set it up again'),
  phrase('Browsers, phones and ntfy apps that get notifications: users turn them on again'),
  phrase('Tokens of bots and outgoing webhooks: owners of bots copy new ones'),
  phrase('Invitations that were not accepted'),
  phrase('When users were online'),
  phrase('Which introductions users have seen'),
  phrase('The audit log, events and statistics'),
  phrase('Settings of the server: mail, network, backups and addresses'),
];

export function notCarriedOver(realm: Tables, isHearth: boolean): string[] {
  const filled = Object.entries(realm).flatMap(([table, rows]) =>
    Array.isArray(rows) && rows.length > 0 ? [[table, rows.length] as const] : [],
  );
  const known = filled.map(([table]) => without.get(table) ?? '').filter((what) => what !== '');
  const unknown = filled.filter(([table]) => !read.has(table) && !without.has(table) && !table.startsWith('hearth_'));
  return [
    phrase('Passwords, API keys and sessions: users choose a new password'),
    phrase('Who has read what: all messages are read'),
    ...(isHearth ? lackingOfHearth : known),
    ...unknown.map(([table, count]) => phrase(`Records of ${table}, which Hearth does not know: ${count}`)),
  ];
}
