/**
 * The screens of the console, each in one entry: the navigation, the routes, the command palette and the test of all screens
 * are made from this table. To add a screen, add an entry; its component is loaded when it is first opened.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { guestRole, type Session } from '../client/request.ts';
import { desktop } from '../client/desktop.ts';
import type { IconName } from '../components/icons.tsx';

/** What follows the screen's own path, without the slash: "" for the screen itself, a tab ("mail"), or the id of what is open ("12"). */
export interface ScreenProps {
  section: string;
}

interface Within {
  name: string;
  /** Handed to the screen: "new" opens the form of something new. */
  section: string;
  keywords: string;
  /** As for the screen, unless said otherwise. */
  who?: 'administrators';
}

interface Entry {
  /** Link, heading and title of the tab. */
  name: string;
  /** Below /console. */
  path: string;
  icon: IconName;
  group: keyof typeof groupNames;
  /** Others get a page that says so, and no link. */
  who: 'everybody' | 'members' | 'administrators';
  /** Other words by which the palette finds it. */
  keywords: string;
  /** The key that opens it after "g". */
  keys?: string;
  /** What can be begun there: `section` opens the form. */
  actions?: Within[];
  /** Its tabs, so that the palette leads to them. */
  sections?: Within[];
  load: () => Promise<ComponentType<ScreenProps>>;
  /** What others find there instead, and a link to it. */
  loadForOthers?: () => Promise<ComponentType<ScreenProps>>;
  /** Where it makes sense at all, such as only in the window of the desktop app. */
  isThere?: () => boolean;
}

type Lazy = LazyExoticComponent<ComponentType<ScreenProps>>;

export interface Screen extends Entry {
  Component: Lazy;
  ForOthers: Lazy | null;
}

/** In the order of the navigation; the first stands alone at its top. */
export const groupNames = {
  home: '',
  team: 'Team',
  messages: 'Messages',
  server: 'Server',
  trainings: 'Trainings',
} as const;

const entries: Entry[] = [
  {
    name: 'Overview',
    path: '/',
    icon: 'home',
    group: 'home',
    who: 'administrators',
    keywords: 'home dashboard start address health storage',
    keys: 'o',
    load: async () => (await import('./screens/overview/screen.tsx')).OverviewScreen,
    loadForOthers: async () => (await import('./screens/home/screen.tsx')).Home,
  },
  {
    name: 'Users',
    path: '/users',
    icon: 'people',
    group: 'team',
    who: 'everybody',
    keywords: 'people members bots accounts import password role',
    keys: 'u',
    actions: [
      { name: 'Add user', section: 'new', keywords: 'create person account', who: 'administrators' },
      { name: 'Add bot', section: 'new-bot', keywords: 'create webhook', who: 'administrators' },
      { name: 'Import people', section: 'import', keywords: 'csv list file accounts', who: 'administrators' },
    ],
    sections: [{ name: 'Bots', section: 'bots', keywords: 'webhooks api key owner' }],
    load: async () => (await import('./screens/users/screen.tsx')).Users,
  },
  {
    name: 'Groups',
    path: '/groups',
    icon: 'groups',
    group: 'team',
    who: 'members',
    keywords: 'user groups teams mention permissions subgroups roles',
    keys: 'r',
    actions: [{ name: 'Create group', section: 'new', keywords: 'add team', who: 'administrators' }],
    load: async () => (await import('./screens/groups/screen.tsx')).Groups,
  },
  {
    name: 'Channels',
    path: '/channels',
    icon: 'channel',
    group: 'team',
    who: 'everybody',
    keywords: 'streams topics folders subscribers archive',
    keys: 'c',
    actions: [{ name: 'Create channel', section: 'new', keywords: 'add stream', who: 'administrators' }],
    load: async () => (await import('./screens/channels/screen.tsx')).Channels,
  },
  {
    name: 'Invites',
    path: '/invites',
    icon: 'envelope',
    group: 'team',
    who: 'members',
    keywords: 'invitations link qr outbox mail join',
    keys: 'i',
    actions: [{ name: 'Invite people', section: 'new', keywords: 'send invitations mail' }],
    sections: [{ name: 'Outbox', section: 'outbox', keywords: 'mail not sent' }],
    load: async () => (await import('./screens/invites/screen.tsx')).Invites,
  },
  {
    name: 'Profile fields',
    path: '/profile-fields',
    icon: 'card',
    group: 'team',
    who: 'everybody',
    keywords: 'custom profile choices account summary',
    actions: [{ name: 'Add profile field', section: 'new', keywords: 'create question', who: 'administrators' }],
    load: async () => (await import('./screens/profile-fields/screen.tsx')).ProfileFields,
  },
  {
    name: 'Linkifiers',
    path: '/linkifiers',
    icon: 'link',
    group: 'messages',
    who: 'everybody',
    keywords: 'patterns links regular expressions filters',
    keys: 'l',
    actions: [{ name: 'Add linkifier', section: 'new', keywords: 'create pattern', who: 'administrators' }],
    load: async () => (await import('./screens/linkifiers/screen.tsx')).Linkifiers,
  },
  {
    name: 'Emoji',
    path: '/emoji',
    icon: 'smile',
    group: 'messages',
    who: 'everybody',
    keywords: 'custom pictures reactions upload',
    actions: [{ name: 'Add emoji', section: 'new', keywords: 'create picture upload' }],
    load: async () => (await import('./screens/emoji/screen.tsx')).EmojiScreen,
  },
  {
    name: 'Uploads',
    path: '/uploads',
    icon: 'clip',
    group: 'messages',
    who: 'everybody',
    keywords: 'files attachments space quota storage delete',
    load: async () => (await import('./screens/uploads/screen.tsx')).Uploads,
  },
  {
    name: 'Scheduled messages',
    path: '/scheduled',
    icon: 'clock',
    group: 'messages',
    who: 'everybody',
    keywords: 'later send failed waiting time',
    actions: [{ name: 'Schedule a message', section: 'new', keywords: 'write send later' }],
    load: async () => (await import('./screens/scheduled/screen.tsx')).ScheduledMessages,
  },
  {
    name: 'Organization',
    path: '/organization',
    icon: 'settings',
    group: 'server',
    who: 'administrators',
    keywords: 'settings permissions profile joining messages mail webhooks push',
    keys: 's',
    sections: [
      { name: 'Profile', section: 'profile', keywords: 'name logo icon description' },
      { name: 'Joining', section: 'joining', keywords: 'invitation domains welcome' },
      { name: 'Messages', section: 'messages', keywords: 'editing deleting retention' },
      { name: 'Permissions', section: 'permissions', keywords: 'who may' },
      { name: 'New people', section: 'defaults', keywords: 'defaults settings' },
      { name: 'Mail', section: 'mail', keywords: 'smtp push' },
      { name: 'Outgoing', section: 'outgoing', keywords: 'webhooks push relay private networks' },
    ],
    load: async () => (await import('./screens/organization/screen.tsx')).Organization,
  },
  {
    name: 'Network',
    path: '/network',
    icon: 'network',
    group: 'server',
    who: 'administrators',
    keywords: 'address share wifi lan qr firewall https certificate port names limit connect reach test',
    keys: 'n',
    load: async () => (await import('./screens/network/screen.tsx')).Network,
  },
  {
    name: 'Backups',
    path: '/backups',
    icon: 'archive',
    group: 'server',
    who: 'administrators',
    keywords: 'restore copy move download',
    keys: 'b',
    load: async () => (await import('./screens/backups/screen.tsx')).BackupsScreen,
  },
  {
    name: 'This computer',
    path: '/this-computer',
    icon: 'computer',
    group: 'server',
    who: 'everybody',
    keywords: 'desktop app tray login awake sleep data folder move update log',
    isThere: () => desktop !== undefined,
    load: async () => (await import('./screens/this-computer/screen.tsx')).ThisComputer,
  },
  {
    name: 'Events',
    path: '/events',
    icon: 'bolt',
    group: 'trainings',
    who: 'administrators',
    keywords: 'live stream queues backlog',
    keys: 'e',
    sections: [{ name: 'Queues', section: 'queues', keywords: 'backlog drop' }],
    load: async () => (await import('./screens/events/screen.tsx')).Events,
  },
  {
    name: 'Presence',
    path: '/presence',
    icon: 'presence',
    group: 'trainings',
    who: 'administrators',
    keywords: 'online active idle away offline invisible',
    keys: 'p',
    sections: [{ name: 'Time line of presence', section: 'time-line', keywords: 'history day week bars' }],
    load: async () => (await import('./screens/presence/screen.tsx')).Presence,
  },
  {
    name: 'API',
    path: '/api',
    icon: 'code',
    group: 'trainings',
    who: 'administrators',
    keywords: 'operations explorer curl requests time line replay',
    keys: 'a',
    sections: [{ name: 'Time line', section: 'time-line', keywords: 'requests journal replay' }],
    load: async () => (await import('./screens/api/screen.tsx')).Api,
  },
  {
    name: 'Labs',
    path: '/labs',
    icon: 'flask',
    group: 'trainings',
    who: 'administrators',
    keywords: 'training scenario reset snapshot demo',
    sections: [
      { name: 'Faults', section: 'faults', keywords: 'latency 429 500 drop chaos rate limit' },
      { name: 'Event queue lab', section: 'queue', keywords: 'register poll heartbeat acknowledge' },
      { name: 'Presence lab', section: 'presence', keywords: 'active idle last_update_id legacy modern' },
      { name: 'Webhook catcher', section: 'webhooks', keywords: 'outgoing bot payload resend' },
    ],
    load: async () => (await import('./screens/labs/screen.tsx')).Labs,
  },
];

export const screens: readonly Screen[] = entries.map((entry) => ({
  ...entry,
  Component: made(entry.load),
  ForOthers: entry.loadForOthers === undefined ? null : made(entry.loadForOthers),
}));

function made(load: Entry['load']): Lazy {
  return lazy(async () => ({ default: await load() }));
}

/** Whether a screen is for this person. */
export function canOpen({ who }: Screen, { role, is_admin: isAdmin }: Session): boolean {
  return who === 'everybody' || isAdmin || (who === 'members' && role < guestRole);
}

/** The screens that somebody finds in the navigation. */
export const screensFor = (session: Session): Screen[] =>
  screens.filter((screen) => (canOpen(screen, session) || screen.ForOthers !== null) && (screen.isThere?.() ?? true));

/** Where in the console one is. @param location path below /console */
export function isAt(location: string, { path }: Pick<Screen, 'path'>): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
