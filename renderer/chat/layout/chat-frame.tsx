/** The frame around every view: the sidebar, the view, and on a phone the tabs below. */
import { lazy, Suspense } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { FloatingParts } from '../floating/floating-parts.tsx';
import { useUnreadCounts } from '../model/unread.ts';
import { useAddressOf, useView } from '../model/use-view.ts';
import type { View } from '../narrow/address.ts';
import { narrowKey } from '../narrow/narrow.ts';
import { usePeopleShown } from '../people/people-shown.ts';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { CurrentView } from '../views/current-view.tsx';
import { AwayBar } from './away-bar.tsx';

const PeoplePane = lazy(async () => ({ default: (await import('../people/people-pane.tsx')).PeoplePane }));

export function ChatFrame() {
  const view = useView();
  // In a conversation a phone has no room for anything else.
  const isReading = view.kind === 'narrow' || view.kind === 'feed';
  return (
    <div className={`chat-frame ${isReading ? 'is-reading' : ''}`}>
      <a className="skip-link" href="#main" onClick={(event) => skipToMain(event)}>
        {t('Skip to the conversation')}
      </a>
      <Sidebar view={view} />
      <main className="pane" id="main" tabIndex={-1}>
        <AwayBar />
        <CurrentView view={view} />
      </main>
      <People view={view} />
      <Tabs view={view} />
      <FloatingParts />
    </div>
  );
}

/** Beside a channel or a conversation. */
function People({ view }: { view: View }) {
  const isShown = usePeopleShown();
  const [first] = view.kind === 'narrow' ? view.narrow : [];
  const hasPeople = (first?.operator === 'channel' && typeof first.operand === 'number') || first?.operator === 'dm';
  if (!isShown || !hasPeople || view.kind !== 'narrow') return null;
  return (
    <Suspense fallback={null}>
      <PeoplePane key={narrowKey(view.narrow)} narrow={view.narrow} />
    </Suspense>
  );
}

function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

const tabs: readonly { view: View; icon: LineIconName; label: () => string }[] = [
  { view: { kind: 'inbox' }, icon: 'inbox', label: () => t('Inbox') },
  { view: { kind: 'channels', section: 'mine' }, icon: 'channel', label: () => t('Channels') },
  { view: { kind: 'recent' }, icon: 'direct', label: () => t('Recent') },
  {
    view: {
      kind: 'narrow',
      narrow: [{ operator: 'search', operand: '' }],
      near: null,
      with: null,
      unknown: [],
    },
    icon: 'search',
    label: () => t('Search'),
  },
  { view: { kind: 'settings', section: 'profile' }, icon: 'user', label: () => t('Me') },
];

function Tabs({ view }: { view: View }) {
  const addressOf = useAddressOf();
  const { total, calls } = useUnreadCounts();
  return (
    <nav className="tabs" aria-label={t('Views')}>
      {tabs.map((tab) => (
        <a
          key={tab.icon}
          href={addressOf(tab.view)}
          aria-current={view.kind === tab.view.kind && view.kind !== 'narrow' ? 'page' : undefined}
        >
          <LineIcon name={tab.icon} />
          {tab.label()}
          {tab.view.kind === 'inbox' && total > 0 && (
            <span className={`count ${calls > 0 ? 'calls' : ''}`}>{total > 99 ? '99+' : total}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
