/** Every field of life, and why the few operations that change something are in none of them. */
import { ofAccounts, ofInvitations } from './accounts.ts';
import { ofChannels, ofTopicsAndFolders } from './channels.ts';
import type { Field } from './life.ts';
import { ofDevices, ofMachines } from './machines.ts';
import { ofMessages } from './messages.ts';
import { ofLists, ofOrganization } from './organization.ts';
import { ofOwn, ofPresence, ofSidebar } from './own.ts';
import { ofBots, ofGroups, ofPeople } from './people.ts';
import { ofOrders, ofPictures, ofSettings } from './settings.ts';
import { ofFiles, ofReading, ofTalking } from './talking.ts';

export const everyField: Readonly<Record<string, Field>> = {
  accounts: ofAccounts,
  bots: ofBots,
  channels: ofChannels,
  devices: ofDevices,
  files: ofFiles,
  groups: ofGroups,
  invitations: ofInvitations,
  lists: ofLists,
  machines: ofMachines,
  messages: ofMessages,
  orders: ofOrders,
  organization: ofOrganization,
  own: ofOwn,
  people: ofPeople,
  pictures: ofPictures,
  presence: ofPresence,
  reading: ofReading,
  settings: ofSettings,
  sidebar: ofSidebar,
  talking: ofTalking,
  topics: ofTopicsAndFolders,
};

const signingIn = 'Signing in and out changes nothing that a registration tells.';
const queues = 'It makes, reads or ends a queue: the law itself does nothing else all the time.';
const nothing = 'It changes nothing.';
const machine = 'It is about the machine, of which a registration tells nothing.';
const whole = 'It puts another organization in place of this one, with which every queue ends.';
const phones = 'It asks the relay, which a life does not have; nothing of it is kept.';

/** By what the path begins with; the longest beginning counts. */
const reasons: Readonly<Record<string, string>> = {
  '/accounts/login': signingIn,
  '/console/accounts/check': nothing,
  '/console/backup': machine,
  '/console/deliveries': machine,
  '/console/delivery_settings/certificate_check': machine,
  '/console/delivery_settings/test_mail': machine,
  '/console/directory': machine,
  '/console/directory/preview': machine,
  '/console/directory/synchronize': machine,
  '/console/directory/test_user': machine,
  '/console/event_queues': queues,
  '/console/forgotten_password': signingIn,
  '/console/imports': whole,
  '/console/linkifiers/test': nothing,
  '/console/network': machine,
  '/console/new_password': signingIn,
  '/console/organization': 'Whoever rests is let in nowhere: deactivation.test.ts has what is told before and after.',
  '/console/restores': whole,
  '/console/sample': whole,
  '/console/sessions': signingIn,
  '/console/setup': whole,
  '/console/sign_': signingIn,
  '/console/sign_in_providers': machine,
  '/console/training': whole,
  '/console/two_factor': signingIn,
  '/console/users/{user_id}/password_link': signingIn,
  '/console/users/{user_id}/sign_out': signingIn,
  '/console/users/{user_id}/two_factor': signingIn,
  '/events': queues,
  '/export/realm': 'Registration tells nothing of exports: who lists them reads the list again.',
  '/fetch_api_key': signingIn,
  '/console/invitees': nothing,
  '/messages/render': nothing,
  '/mobile_push/e2ee/test_notification': phones,
  '/mobile_push/test_notification': phones,
  '/register': queues,
};

/** @param path as declared. @returns why no life has operations of this path; undefined where one has to. */
export function reasonFor(path: string): string | undefined {
  const start = Object.keys(reasons)
    .filter((each) => path.startsWith(each))
    .toSorted((a, b) => b.length - a.length)[0];
  return start === undefined ? undefined : reasons[start];
}
