/**
 * The screens of the console, each in one entry: the navigation, the routes, the command palette and the test of all screens
 * are made from this table. To add a screen, add an entry; its component is loaded when it is first opened.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Session } from './api.ts';
import type { IconName } from './parts/icons.tsx';

/** What follows the screen's own path, without the slash: "" for the screen itself, a tab ("mail"), or the id of what is open ("12"). */
export interface ScreenProps {
  section: string;
}

interface Entry {
  /** Link, heading and title of the tab. */
  name: string;
  /** Below /console. */
  path: string;
  icon: IconName;
  group: keyof typeof groupNames;
  /** Others get a page that says so, and no link. */
  who: 'everybody' | 'administrators' | 'owners';
  /** Other words by which the palette finds it. */
  keywords: string;
  load: () => Promise<ComponentType<ScreenProps>>;
  /** Where it makes sense at all, such as only in the window of the desktop app. */
  isThere?: () => boolean;
}

export interface Screen extends Entry {
  Component: LazyExoticComponent<ComponentType<ScreenProps>>;
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
    who: 'everybody',
    keywords: 'home dashboard start address health storage',
    load: async () => (await import('./screens/overview/screen.tsx')).OverviewScreen,
  },
  {
    name: 'Users',
    path: '/users',
    icon: 'people',
    group: 'team',
    who: 'everybody',
    keywords: 'people members bots accounts import password role',
    load: async () => (await import('./screens/users/screen.tsx')).Users,
  },
  {
    name: 'Channels',
    path: '/channels',
    icon: 'channel',
    group: 'team',
    who: 'everybody',
    keywords: 'streams topics folders subscribers archive',
    load: async () => (await import('./screens/channels/screen.tsx')).Channels,
  },
  {
    name: 'Invites',
    path: '/invites',
    icon: 'envelope',
    group: 'team',
    who: 'everybody',
    keywords: 'invitations link qr outbox mail join',
    load: async () => (await import('./screens/invites/screen.tsx')).Invites,
  },
  {
    name: 'Linkifiers',
    path: '/linkifiers',
    icon: 'link',
    group: 'messages',
    who: 'everybody',
    keywords: 'patterns links regular expressions filters',
    load: async () => (await import('./screens/linkifiers/screen.tsx')).Linkifiers,
  },
  {
    name: 'Organization',
    path: '/organization',
    icon: 'settings',
    group: 'server',
    who: 'administrators',
    keywords: 'settings permissions profile joining messages mail network',
    load: async () => (await import('./screens/organization/screen.tsx')).Organization,
  },
  {
    name: 'Backups',
    path: '/backups',
    icon: 'archive',
    group: 'server',
    who: 'administrators',
    keywords: 'restore copy move download',
    load: async () => (await import('./screens/backups/screen.tsx')).BackupsScreen,
  },
  {
    name: 'Events',
    path: '/events',
    icon: 'bolt',
    group: 'trainings',
    who: 'administrators',
    keywords: 'live stream queues backlog',
    load: async () => (await import('./screens/events/screen.tsx')).Events,
  },
  {
    name: 'Presence',
    path: '/presence',
    icon: 'presence',
    group: 'trainings',
    who: 'administrators',
    keywords: 'online active idle away offline invisible',
    load: async () => (await import('./screens/presence/screen.tsx')).Presence,
  },
  {
    name: 'API',
    path: '/api',
    icon: 'code',
    group: 'trainings',
    who: 'administrators',
    keywords: 'operations explorer curl requests time line replay',
    load: async () => (await import('./screens/api/screen.tsx')).Api,
  },
];

export const screens: readonly Screen[] = entries.map((entry) => ({
  ...entry,
  Component: lazy(async () => ({ default: await entry.load() })),
}));

/** Whether a screen is for this person. */
export function canOpen({ who }: Screen, { role, is_admin: isAdmin }: Session): boolean {
  return who === 'everybody' || (who === 'owners' ? role === 100 : isAdmin);
}

/** The screens that somebody finds in the navigation. */
export const screensFor = (session: Session): Screen[] =>
  screens.filter((screen) => canOpen(screen, session) && (screen.isThere?.() ?? true));

/** Where in the console one is. @param location path below /console */
export function isAt(location: string, { path }: Pick<Screen, 'path'>): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
