/** Components of all views (the table is routing/views.ts). Views that are not needed to read and write are loaded when they are first opened. */
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import type { View } from '../routing/address.ts';
import { narrowKey } from '../routing/narrow.ts';
import { plainViewNamed } from '../routing/views.ts';
import { useClientState } from '../store/use-chat.ts';
import { MessagesView } from '../timeline/messages-view.tsx';

const Inbox = lazyPart(async () => (await import('../lists/inbox.tsx')).Inbox);
const Channels = lazyPart(async () => (await import('../lists/channels.tsx')).Channels);
const Settings = lazyPart(async () => (await import('./settings-view.tsx')).Settings);
const Drafts = lazyPart(async () => (await import('../lists/drafts.tsx')).Drafts);
const Scheduled = lazyPart(async () => (await import('../lists/scheduled.tsx')).Scheduled);
const Reminders = lazyPart(async () => (await import('../lists/reminders.tsx')).Reminders);
const Reports = lazyPart(async () => (await import('../lists/reports.tsx')).Reports);
const Topics = lazyPart(async () => (await import('../lists/topics.tsx')).Topics);
const Files = lazyPart(async () => (await import('../lists/files.tsx')).Files);
const Recent = lazyPart(async () => (await import('../lists/recent.tsx')).Recent);

type ViewOf<Kind extends View['kind']> = Extract<View, { kind: Kind }>;

const inbox = (): ReactNode => <Inbox />;

const drawings: { readonly [Kind in View['kind']]: (view: ViewOf<Kind>) => ReactNode } = {
  // The home view of a user who chose none, or one that this chat has not.
  home: inbox,
  inbox,
  // These are drawn over the view below them (chat-frame.tsx).
  user: inbox,
  'keyboard-shortcuts': inbox,
  recent: () => <Recent key="recent" />,
  direct: () => <Recent key="direct" isDirectOnly />,
  feed: () => <MessagesView key="feed" view={feed} />,
  narrow: (view) => <MessagesView key={narrowKey(view.narrow)} view={view} />,
  channels: ({ section }) => <Channels section={section} />,
  topics: ({ channelId }) => <Topics key={channelId} channelId={channelId} />,
  files: ({ narrow }) => <Files key={narrowKey(narrow)} narrow={narrow} />,
  settings: ({ section }) => <Settings section={section} />,
  drafts: () => <Drafts />,
  scheduled: () => <Scheduled />,
  reminders: () => <Reminders />,
  reports: () => <Reports />,
};

const feed = { kind: 'narrow', narrow: [], near: null, with: null, unknown: [] } as const;

export function CurrentView({ view }: { view: View }) {
  const home = useClientState((state) => state.settings.web_home_view);
  return <Suspense fallback={null}>{drawn(view.kind === 'home' ? homeView(home) : view)}</Suspense>;
}

/** @param home the setting `web_home_view`, which names views as addresses do. */
const homeView = (home: string | undefined): View => ({ kind: plainViewNamed(home ?? '') ?? 'inbox' });

const drawn = <Kind extends View['kind']>(view: ViewOf<Kind> & { kind: Kind }): ReactNode => drawings[view.kind](view);
