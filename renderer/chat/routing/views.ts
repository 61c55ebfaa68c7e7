/** The table of views: name in the address, title, icon, key, and where the sidebar and the tabs of a phone offer it. What draws a view is in shell/views.tsx. Pure. */
import { t } from '../../client/text.ts';
import type { LineIconName } from '../../components/line-icon.tsx';

export interface ViewEntry {
  title: () => string;
  /** In the fragment of the address: the first is written, the others are read as well. Without any the view has parameters, or is a narrow. */
  names?: readonly [string, ...string[]];
  /** The address of a view without a name of its own. */
  address?: string;
  icon?: LineIconName;
  /** As `chordOf` of the keyboard writes it. */
  key?: string;
  /** A row of the sidebar; "later": only while it has something, or is open; "moderators": for those who get reports. */
  row?: 'always' | 'later' | 'moderators';
  /** A tab on a phone. */
  tab?: { label: () => string; address?: string };
}

/** In the order of the sidebar, of the tabs and of the sheet of keys. */
export const views = {
  home: { names: [''], title: () => t('Inbox') },
  inbox: {
    names: ['inbox'],
    title: () => t('Inbox'),
    icon: 'inbox',
    key: 'Shift+I',
    row: 'always',
    tab: { label: () => t('Inbox') },
  },
  recent: { names: ['recent', 'recent_topics'], title: () => t('Recent'), icon: 'clock', key: 'T', row: 'always' },
  feed: { names: ['feed', 'all_messages'], title: () => t('Everything'), icon: 'feed', key: 'A', row: 'always' },
  mentions: { address: '#narrow/is/mentioned', title: () => t('Mentions'), icon: 'at', row: 'always' },
  starred: { address: '#narrow/is/starred', title: () => t('Starred'), icon: 'star', key: '*', row: 'always' },
  files: { title: () => t('Files'), icon: 'file', row: 'always' },
  drafts: { names: ['drafts'], title: () => t('Drafts'), icon: 'edit', key: 'D', row: 'always' },
  scheduled: { names: ['scheduled'], title: () => t('Scheduled'), icon: 'calendar', row: 'later' },
  reminders: { names: ['reminders'], title: () => t('Reminders'), icon: 'bell', row: 'later' },
  reports: { names: ['reports'], title: () => t('Reports'), icon: 'alert', row: 'moderators' },
  channels: {
    title: () => t('Channels'),
    icon: 'channel',
    tab: { label: () => t('Channels'), address: '#channels/mine' },
  },
  direct: { names: ['direct'], title: () => t('Direct messages'), icon: 'direct', tab: { label: () => t('Direct') } },
  'direct-feed': { address: '#narrow/is/dm', title: () => t('Direct messages'), key: 'Shift+P' },
  settings: { title: () => t('Settings'), icon: 'user', tab: { label: () => t('Me'), address: '#settings' } },
  topics: { title: () => t('Topics') },
  user: { title: () => t('Person') },
  'keyboard-shortcuts': { names: ['keyboard-shortcuts'], title: () => t('Keyboard shortcuts') },
} as const satisfies Record<string, ViewEntry>;

export type ViewId = keyof typeof views;

/** Views that are their name in the address alone. */
export type PlainView = {
  [Id in ViewId]: (typeof views)[Id] extends { names: readonly string[] } ? Id : never;
}[ViewId];

/** The entries with their ids, in order. */
export const viewEntries = Object.entries(views as Record<ViewId, ViewEntry>).map(([id, entry]) => ({
  ...entry,
  id: id as ViewId,
  /** Of the page's address, with its `#`. */
  address: entry.address ?? `#${entry.names?.[0] ?? id}`,
}));

const plainViews = new Map(
  viewEntries.flatMap(({ id, names = [] }) => names.map((name) => [name, id as PlainView] as const)),
);

/** @returns the view that a name in the address means on its own, e.g. "all_messages"; undefined for any other. */
export const plainViewNamed = (name: string): PlainView | undefined => plainViews.get(name);
