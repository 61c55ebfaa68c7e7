/** What each part of the API is about, in a few words: the headings under which the explorer shows its operations. */
import type { Endpoint } from '../http/endpoint.ts';
import { endpointsByFile, type ApiFile } from './index.ts';

/** In the order in which they are shown. A file without a subject does not compile. */
const subjects: Record<ApiFile, string> = {
  messages: 'Messages',
  'message-edits': 'Messages',
  'message-flags': 'Messages',
  'mark-as-read': 'Messages',
  reactions: 'Messages',
  render: 'Messages',
  submessages: 'Messages',
  events: 'Events',
  register: 'Events',
  channels: 'Channels and topics',
  'channel-folders': 'Channels and topics',
  'default-channels': 'Channels and topics',
  subscriptions: 'Channels and topics',
  topics: 'Channels and topics',
  'user-topics': 'Channels and topics',
  users: 'Users',
  avatars: 'Users',
  'profile-fields': 'Users',
  'user-groups': 'Groups',
  presence: 'Presence, status and typing',
  'user-status': 'Presence, status and typing',
  typing: 'Presence, status and typing',
  me: 'One’s own account',
  'user-settings': 'One’s own account',
  'onboarding-steps': 'One’s own account',
  'alert-words': 'One’s own account',
  muting: 'One’s own account',
  'navigation-views': 'One’s own account',
  'push-devices': 'One’s own account',
  drafts: 'Drafts and reminders',
  'saved-snippets': 'Drafts and reminders',
  'scheduled-messages': 'Drafts and reminders',
  reminders: 'Drafts and reminders',
  attachments: 'Files',
  uploads: 'Files',
  bots: 'Bots',
  external: 'Bots',
  invitations: 'Invitations',
  organization: 'Organization',
  'organization-pictures': 'Organization',
  emoji: 'Organization',
  linkifiers: 'Organization',
  exports: 'Organization',
  'server-info': 'Server and sign-in',
  'sign-in': 'Server and sign-in',
  'console/accounts': 'Console: people',
  'console/users': 'Console: people',
  'console/passwords': 'Console: people',
  'console/sessions': 'Console: people',
  'console/join': 'Console: people',
  'console/invitations': 'Console: people',
  'console/outbox': 'Console: people',
  'console/organization': 'Console: organization',
  'console/linkifiers': 'Console: organization',
  'console/scheduled-messages': 'Console: organization',
  'console/topics': 'Console: organization',
  'console/uploads': 'Console: organization',
  'console/audit-log': 'Console: server',
  'console/first-run': 'Console: server',
  'console/overview': 'Console: server',
  'console/statistics': 'Console: server',
  'console/network': 'Console: server',
  'console/backups': 'Console: server',
  'console/restores': 'Console: server',
  'console/team-export': 'Console: server',
  'console/log-bundle': 'Console: server',
  'console/activity': 'Console: activity and training',
  'console/presence': 'Console: activity and training',
  'console/delivery': 'Console: activity and training',
  'console/explorer': 'Console: activity and training',
  'console/training': 'Console: activity and training',
  'console/webhook-inspector': 'Console: activity and training',
};

/** Every operation, by its subject. */
export const endpointsBySubject: ReadonlyMap<string, readonly Endpoint<never>[]> = bySubject();

function bySubject(): Map<string, Endpoint<never>[]> {
  const found = new Map<string, Endpoint<never>[]>();
  for (const [file, subject] of Object.entries(subjects) as [ApiFile, string][])
    found.set(subject, [...(found.get(subject) ?? []), ...endpointsByFile[file]]);
  return found;
}
