/** The frame around every view: the sidebar, the view, and on a phone the tabs below. */
import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyPart, onPartGone } from '../../client/lazy-part.ts';
import { writeStored } from '../../client/storage.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useKeys } from '../keyboard/use-keys.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { landmark } from '../kit/landmarks.ts';
import { useAfterContent } from '../notify/use-after-content.ts';
import { useIsWide, usePeopleShown } from '../parts/people-shown.ts';
import type { View } from '../routing/address.ts';
import { narrowKey } from '../routing/narrow.ts';
import { viewEntries, type ViewId } from '../routing/views.ts';
import { hasFirstSteps } from '../store/first-steps.ts';
import { useTrueTopics } from '../store/topics.ts';
import { useUnreadCounts } from '../store/unread.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { useView } from '../store/use-view.ts';
import { goBack } from '../store/way-back.ts';
import { useAppearance } from './appearance.ts';
import { AwayBar } from './away-bar.tsx';
import { FloatingParts } from './floating-parts.tsx';
import { useRoomForKeys } from './keys-room.ts';
import { Sidebar } from './sidebar.tsx';
import { CurrentView } from './views.tsx';

const PeoplePane = lazyPart(async () => (await import('../parts/people-pane.tsx')).PeoplePane);
const ShortcutsSheet = lazyPart(async () => (await import('../keyboard/shortcuts-sheet.tsx')).ShortcutsSheet);
const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);
const UserCard = lazyPart(async () => (await import('./user-card.tsx')).UserCard);

export function ChatFrame() {
  useAppearance();
  useRoomForKeys();
  const { session } = useChat();
  const asked = useView();
  const view = useViewBelow(asked);
  useKeys(view);
  useTrueTopics();
  // The console then offers it no longer as a next step.
  useEffect(() => void writeStored('chat-opened', 'true'), []);
  // In a conversation a phone has no room for anything else.
  const isReading = view.kind === 'narrow' || view.kind === 'feed';
  return (
    <div className={`chat-frame ${isReading ? 'is-reading' : ''}`}>
      <a className="skip-link" href="#main" onClick={(event) => skipToMain(event)}>
        {t('Skip to the conversation')}
      </a>
      {isReading && (
        <a className="skip-link" href="#main" onClick={(event) => skipToBox(event)}>
          {t('Skip to the message box')}
        </a>
      )}
      <Sidebar view={view} />
      <main className="pane" id="main" tabIndex={-1}>
        <AwayBar />
        <OutdatedBar />
        {hasFirstSteps(session.user_id) && (
          <Suspense fallback={null}>
            <FirstSteps />
          </Suspense>
        )}
        <CurrentView view={view} />
        {/* In a landmark, so that those who go from one to the next find it. */}
        <FloatingParts />
      </main>
      <People view={view} />
      <Tabs view={view} />
      <Suspense fallback={null}>
        {asked.kind === 'keyboard-shortcuts' && <ShortcutsSheet onClose={goBack} />}
        {asked.kind === 'user' && <UserCard key={asked.userId} userId={asked.userId} onClose={goBack} />}
      </Suspense>
    </div>
  );
}

const isOver = ({ kind }: View): boolean => kind === 'user' || kind === 'keyboard-shortcuts';

/** Some addresses open over the view where one was; that view stays below. */
function useViewBelow(asked: View): View {
  const [below, setBelow] = useState<View>({ kind: 'home' });
  if (isOver(asked)) return below;
  if (below !== asked) setBelow(asked);
  return asked;
}

/** Beside a channel or a conversation. */
function People({ view }: { view: View }) {
  const isShown = usePeopleShown();
  const isWide = useIsWide();
  const isAfterContent = useAfterContent();
  const [first] = view.kind === 'narrow' ? view.narrow : [];
  const channels = useClientState((state) => state.channels.channels);
  const hasPeople =
    (first?.operator === 'channel' && typeof first.operand === 'number' && channels.has(first.operand)) ||
    first?.operator === 'dm';
  if (!isShown || !hasPeople || view.kind !== 'narrow') return null;
  // Their place is kept while the pane is on its way: the words beside it must not move under someone's pointer.
  const place = isWide ? <div className="pane people" /> : null;
  if (!isAfterContent) return place;
  return (
    <Suspense fallback={place}>
      <PeoplePane key={narrowKey(view.narrow)} narrow={view.narrow} />
    </Suspense>
  );
}

function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** To the conversation where there is no box. */
function skipToBox(event: { preventDefault: () => void }): void {
  event.preventDefault();
  (landmark('box') ?? document.getElementById('main'))?.focus();
}

function Tabs({ view }: { view: View }) {
  const counts = useUnreadCounts();
  const home = view.kind === 'home' ? 'inbox' : view.kind;
  const direct = [...counts.byConversation.values()].filter(
    ({ conversation, isMuted }) => conversation.kind === 'direct' && !isMuted,
  );
  const countOf = (id: ViewId): number =>
    id === 'inbox' ? counts.total : id === 'direct' ? direct.reduce((sum, { ids }) => sum + ids.length, 0) : 0;
  const drawn = viewEntries.flatMap(({ id, icon, tab, address }) => {
    if (tab === undefined || icon === undefined) return [];
    const count = countOf(id);
    return (
      <a key={id} href={tab.address ?? address} aria-current={home === id ? 'page' : undefined}>
        <LineIcon name={icon} />
        {tab.label()}
        {count > 0 && (
          <span className={`count ${id === 'direct' ? 'calls' : ''}`}>
            <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
            <span className="visually-hidden"> {t('{{count}} unread', { count })}</span>
          </span>
        )}
      </a>
    );
  });
  return (
    <nav className="tabs" aria-label={t('Views')}>
      {drawn.slice(0, 3)}
      <button type="button" aria-haspopup="dialog" onClick={() => openDialog({ kind: 'search', text: '' })}>
        <LineIcon name="search" />
        {t('Search')}
      </button>
      {drawn.slice(3)}
    </nav>
  );
}

/** A part of this page is no longer on the server: there is a newer chat. */
const isOutdated = createStore(() => false);
onPartGone(() => isOutdated.setState(true, true));

function OutdatedBar() {
  if (!useStore(isOutdated)) return null;
  return (
    <output className="away-bar">
      <LineIcon name="alert" />
      <span>{t('A new version of the chat is available. Your unsent text is saved.')}</span>
      <button type="button" onClick={() => location.reload()}>
        {t('Reload')}
      </button>
    </output>
  );
}
