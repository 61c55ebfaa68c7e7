/** Which view stands in the middle. Views that are not needed to read and write are loaded when they are first opened. */
import { Suspense } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import type { View } from '../routing/address.ts';
import { narrowKey } from '../routing/narrow.ts';
import { useKnown } from '../store/use-chat.ts';
import { MessagesView } from '../timeline/messages-view.tsx';

const Inbox = lazyPart(async () => (await import('../lists/inbox.tsx')).Inbox);
const Channels = lazyPart(async () => (await import('../lists/channels.tsx')).Channels);
const Settings = lazyPart(async () => (await import('./settings-view.tsx')).Settings);
const Drafts = lazyPart(async () => (await import('../lists/drafts.tsx')).Drafts);
const Scheduled = lazyPart(async () => (await import('../lists/scheduled.tsx')).Scheduled);
const Reminders = lazyPart(async () => (await import('../lists/reminders.tsx')).Reminders);
const Topics = lazyPart(async () => (await import('../lists/topics.tsx')).Topics);
const Recent = lazyPart(async () => (await import('../lists/recent.tsx')).Recent);

export function CurrentView({ view }: { view: View }) {
  const home = useKnown((known) => known.settings.web_home_view);
  const kind = view.kind === 'home' ? homeViews[home ?? 'inbox'] : view.kind;
  return <Suspense fallback={null}>{viewOf(kind ?? 'inbox', view)}</Suspense>;
}

/** The setting `web_home_view`. */
const homeViews: Readonly<Record<string, View['kind']>> = {
  inbox: 'inbox',
  recent_topics: 'recent',
  all_messages: 'feed',
};

function viewOf(kind: View['kind'], view: View) {
  switch (kind) {
    case 'narrow':
      return view.kind === 'narrow' ? <MessagesView key={narrowKey(view.narrow)} view={view} /> : null;
    case 'feed':
      return <MessagesView key="feed" view={feed} />;
    case 'recent':
      return <Recent key="recent" />;
    case 'direct':
      return <Recent key="direct" isDirectOnly />;
    case 'channels':
      return view.kind === 'channels' ? <Channels section={view.section} /> : null;
    case 'settings':
      return view.kind === 'settings' ? <Settings section={view.section} /> : null;
    case 'topics':
      return view.kind === 'topics' ? <Topics key={view.channelId} channelId={view.channelId} /> : null;
    case 'drafts':
      return <Drafts />;
    case 'scheduled':
      return <Scheduled />;
    case 'reminders':
      return <Reminders />;
    default:
      return <Inbox />;
  }
}

const feed = { kind: 'narrow', narrow: [], near: null, with: null, unknown: [] } as const;
