/**
 * Every dialog and panel of the console, by the file that draws it, with the way that leads to it. A law (server/laws/dialogs.test.ts)
 * holds it complete; console-dialogs.spec.ts goes through all of them by keyboard.
 */

/** Something that is pressed on the way: a button by its name, an entry of a menu, a tab, a checkbox. */
export type Step =
  | { button: string | RegExp }
  | { menuitem: string | RegExp }
  | { tab: string | RegExp }
  | { box: string }
  /** A button that asks for a file: a picture is chosen. */
  | { picture: string };

export interface DialogWay {
  /** Below renderer/console/. */
  file: string;
  /** Of the screen, where the page is not there already. */
  path: string;
  /** The last one opens it, and has the focus again afterwards, or the button of its menu. */
  steps: Step[];
  /** A form in which something can be typed: closing it asks. */
  field?: string | RegExp;
}

const button = (name: string | RegExp): Step => ({ button: name });
const menuitem = (name: string | RegExp): Step => ({ menuitem: name });
const tab = (name: string | RegExp): Step => ({ tab: name });

const sourdough = /^Delete sourdough\.png/;

export const dialogWays: DialogWay[] = [
  { file: 'screens/users/create-user.tsx', path: '/users', steps: [button('Add user')], field: 'Full name' },
  { file: 'screens/users/create-bot.tsx', path: '/users', steps: [button('Add bot')], field: 'Full name' },
  { file: 'screens/users/account-panel.tsx', path: '/users', steps: [button('Priya Raman')], field: 'Full name' },
  {
    file: 'screens/users/deactivate.tsx',
    path: '/users',
    steps: [button('Priya Raman'), button('Deactivate account')],
  },
  {
    file: 'screens/users/password-link.tsx',
    path: '/users',
    steps: [button('Priya Raman'), tab('Access'), button('Create password link')],
  },
  {
    file: 'screens/users/account-access.tsx',
    path: '/users',
    steps: [button('Priya Raman'), tab('Access'), button('Sign out everywhere')],
  },
  {
    file: 'screens/users/account-access.tsx',
    path: '/users',
    steps: [button('Amara Okafor'), tab('Access'), button('New API key')],
  },
  {
    file: 'screens/users/bulk-dialog.tsx',
    path: '/users',
    steps: [{ box: 'Select Priya Raman' }, button(/^Actions \(/), menuitem('Change role')],
  },
  {
    file: 'screens/users/bot-access.tsx',
    path: '/users/bots',
    steps: [button('Build Bot'), tab('Access'), button('New API key')],
  },
  { file: 'screens/groups/group-form.tsx', path: '/groups', steps: [button('Create group')], field: 'Name' },
  {
    file: 'screens/groups/group-panel.tsx',
    path: '/groups',
    steps: [button('engineering'), tab('Settings')],
    field: 'Description',
  },
  {
    file: 'screens/groups/group-panel.tsx',
    path: '/groups',
    steps: [button('engineering'), tab('Settings'), button('Deactivate group')],
  },
  { file: 'screens/channels/create-channel.tsx', path: '/channels', steps: [button('Create channel')], field: 'Name' },
  { file: 'screens/channels/folder-form.tsx', path: '/channels', steps: [button('Create folder')], field: 'Name' },
  {
    file: 'screens/channels/archive.tsx',
    path: '/channels',
    steps: [button('Actions for #general'), menuitem('Archive')],
  },
  { file: 'messages/message-peek.tsx', path: '/channels/1/topics', steps: [button(/^Newest message of/)] },
  {
    file: 'screens/channels/topic-forms.tsx',
    path: '/channels/1/topics',
    steps: [button(/^Actions for/), menuitem('Rename or move')],
    field: 'Topic',
  },
  {
    file: 'screens/channels/topic-forms.tsx',
    path: '/channels/1/topics',
    steps: [button(/^Actions for/), menuitem('Delete')],
  },
  {
    file: 'screens/channels/subscribers.tsx',
    path: '/channels/1/subscribers',
    steps: [{ box: 'Select Priya Raman' }, button('Remove selected (1)')],
  },
  {
    file: 'screens/invites/create-link.tsx',
    path: '/invites',
    steps: [button('Create link')],
    field: /Welcome message/,
  },
  {
    file: 'screens/invites/invite-people.tsx',
    path: '/invites',
    steps: [button('Invite by email')],
    field: 'Email addresses',
  },
  { file: 'screens/invites/share-link.tsx', path: '/invites', steps: [button(/^Link and QR code for/)] },
  { file: 'screens/invites/invitation-table.tsx', path: '/invites', steps: [button(/^Revoke/)] },
  {
    file: 'screens/profile-fields/field-form.tsx',
    path: '/profile-fields',
    steps: [button('Add profile field')],
    field: 'Name',
  },
  { file: 'screens/profile-fields/screen.tsx', path: '/profile-fields', steps: [button(/^Delete/)] },
  {
    file: 'screens/linkifiers/edit-linkifier.tsx',
    path: '/linkifiers',
    steps: [button('Add linkifier')],
    field: 'Pattern',
  },
  { file: 'screens/linkifiers/screen.tsx', path: '/linkifiers', steps: [button(/^Delete/)] },
  { file: 'screens/emoji/add-emoji.tsx', path: '/emoji', steps: [button('Add emoji')], field: 'Name' },
  { file: 'screens/emoji/screen.tsx', path: '/emoji', steps: [button(/^Deactivate/)] },
  { file: 'screens/uploads/delete-upload.tsx', path: '/uploads', steps: [button(sourdough)] },
  {
    file: 'screens/scheduled/schedule-form.tsx',
    path: '/scheduled',
    steps: [button('Schedule message')],
    field: 'Message',
  },
  { file: 'screens/scheduled/screen.tsx', path: '/scheduled', steps: [button(/^Delete message/)] },
  { file: 'screens/organization/crop-icon.tsx', path: '/organization/profile', steps: [{ picture: 'Upload icon' }] },
  {
    file: 'screens/organization/domains.tsx',
    path: '/organization/joining',
    steps: [button('Remove example.org')],
  },
  {
    file: 'screens/organization/authentication/provider-card.tsx',
    path: '/organization/sign-in',
    steps: [button('Remove Keycloak')],
  },
  { file: 'screens/organization/rest.tsx', path: '/organization/deactivate', steps: [button('Deactivate')] },
  {
    file: 'screens/network/bring-certificate.tsx',
    path: '/network',
    steps: [button('Use your own certificate')],
    field: 'Certificate',
  },
  {
    file: 'screens/network/certificate-files.tsx',
    path: '/network',
    steps: [button('Read certificate from files')],
    field: 'Certificate file',
  },
  {
    file: 'screens/network/public-certificate.tsx',
    path: '/network',
    steps: [button('Order certificate')],
    field: 'Domain name',
  },
  { file: 'screens/network/https.tsx', path: '/network', steps: [button('Delete certificate')] },
  { file: 'screens/backups/restore-file.tsx', path: '/backups', steps: [button('Restore from a file')] },
  {
    file: 'screens/backups/check-backup.tsx',
    path: '/backups',
    steps: [button(/^More actions for backup from/), menuitem('Check now')],
  },
  {
    file: 'screens/backups/backup-table.tsx',
    path: '/backups',
    steps: [button(/^More actions for backup from/), menuitem(/^Delete/)],
  },
  {
    file: 'restore/restore-modal.tsx',
    path: '/backups',
    steps: [button(/^More actions for backup from/), menuitem(/^Restore/)],
  },
  { file: 'screens/events/queues.tsx', path: '/events/queues', steps: [button(/^Drop/)] },
  { file: 'screens/labs/snapshots.tsx', path: '/labs', steps: [button('Delete before')] },
];

// Elsewhere: 'palette/help.tsx' by its key and 'screens/invites/hand-over.tsx' after two invitations, in console-dialogs.spec.ts;
// 'layout/sample-badge.tsx' in first-run.spec.ts, for only sample data has it.
