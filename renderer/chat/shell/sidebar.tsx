/** The way to every conversation: views, direct messages, channels by folder with the topics of the open one. */
import './sidebar.css';
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { keyNames } from '../../client/key-names.ts';
import { lazyPart } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { compose } from '../actions/compose.ts';
import { Avatar } from '../kit/avatar.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import { useFolded } from '../kit/folded.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { useAfterContent } from '../notify/use-after-content.ts';
import { Channels } from '../parts/channel-rows.tsx';
import { useQuietTime } from '../parts/quiet-mark.tsx';
import type { View } from '../routing/address.ts';
import { useUnreadCounts } from '../store/unread.ts';
import { avatarPerson, useChat, useClientState } from '../store/use-chat.ts';
import { useAddressOf } from '../store/use-view.ts';
import { DirectMessages } from './direct-rows.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { QuietButton } from './quiet-button.tsx';
import { SideFilter } from './side-filter.tsx';
import { ViewRows } from './view-rows.tsx';

const UnreadOutOfSight = lazyPart(async () => (await import('./unread-out-of-sight.tsx')).UnreadOutOfSight);

export function Sidebar({ view }: { view: View }) {
  const counts = useUnreadCounts();
  const isAfterContent = useAfterContent();
  const [folded, toggle] = useFolded('sidebar');
  const here = useAddressOf()(view);
  const [sought, setSought] = useState('');
  const words = useDeferredValue(sought.trim());
  const isFiltered = words !== '';
  useEffect(() => {
    // The row of a view that was opened from elsewhere may be out of sight.
    if (here !== '') rows.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const rows = useRef<HTMLElement>(null);
  return (
    <aside className="pane sidebar" aria-label={t('Conversations')}>
      <header>
        <OrganizationMenu />
        <ToolButton icon="compose" label={t('New message')} className="at-end" keys="C" onClick={() => compose(view)} />
      </header>
      <button type="button" className="side-search" onClick={() => openDialog({ kind: 'search', text: '' })}>
        <LineIcon name="search" size={16} />
        {t('Search')}
        <kbd className="key">{keyNames('Ctrl K')}</kbd>
      </button>
      <SideFilter words={sought} onChange={setSought} list={rows} />
      <div className="side-list">
        <nav
          ref={rows}
          className={`scroll ${isFiltered ? 'is-filtered' : ''}`}
          aria-label={t('Views, people and channels')}
        >
          {!isFiltered && (
            <ul>
              <ViewRows view={view} counts={counts} />
            </ul>
          )}
          <DirectMessages
            view={view}
            counts={counts}
            isFolded={folded.has('direct')}
            onFold={() => toggle('direct')}
            words={words}
          />
          <Channels view={view} counts={counts} folded={folded} onFold={toggle} words={words} />
          <output className="side-none">{isFiltered && t('No channel or person matches')}</output>
        </nav>
        {isAfterContent && (
          <Suspense fallback={null}>
            <UnreadOutOfSight list={rows} />
          </Suspense>
        )}
      </div>
      <Me />
    </aside>
  );
}

function Me() {
  const { session } = useChat();
  const user = useClientState((state) => state.users.users.get(session.user_id));
  const status = useClientState((state) => state.users.statuses.get(session.user_id)?.status_text);
  const time = useQuietTime(session.user_id);
  // Short: there is room for the time beside two buttons.
  const said = time === undefined ? status : t('Quiet until {{time}}', { time });
  return (
    <footer className="side-me">
      <Avatar person={{ ...avatarPerson(user, session.user_id, session.full_name), presence: 'active' }} />
      <p className="cut">
        <strong>
          <bdi>{user?.full_name ?? session.full_name}</bdi>
        </strong>
        {said !== undefined && <small className="cut">{said}</small>}
      </p>
      <QuietButton className="at-end" />
      <a className="tool" href="#settings/profile" aria-label={t('Settings')}>
        <LineIcon name="settings" />
      </a>
    </footer>
  );
}
