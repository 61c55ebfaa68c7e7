/** Subjects of the API files: the headings under which the explorer shows operations, in this order. */
export const subjects = [
  'Messages',
  'Events',
  'Channels and topics',
  'Users',
  'Groups',
  'Presence, status and typing',
  'One’s own account',
  'Drafts and reminders',
  'Files',
  'Bots',
  'Invitations',
  'Organization',
  'Server and sign-in',
  'Console: people',
  'Console: organization',
  'Console: server',
  'Console: activity and training',
] as const;

export type Subject = (typeof subjects)[number];
