/** Inbox of unread messages by conversation: mentions first, muted last. A row that is read here stays until one leaves. */
import { useMemo, useRef, useState } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { markRead } from '../actions/reading.ts';
import { ComposeButton } from '../compose/compose-button.tsx';
import { useFolded } from '../kit/folded.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { channelSections } from '../store/channel-list.ts';
import { inboxSections, keepRows, type InboxFilter, type InboxSection, type ShownRows } from '../store/inbox-rows.ts';
import { useFetched } from '../store/previews.ts';
import { useUnreadCounts, type UnreadCounts } from '../store/unread.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { useEntryChoice } from '../store/use-entry-state.ts';
import { InboxItem } from './inbox-item.tsx';
import { EmptyList, Filters, ListPage } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

const noRows: ShownRows = new Map();

export function Inbox() {
  const chat = useChat();
  const counts = useUnreadCounts();
  const channels = useClientState((state) => state.channels);
  const [filter, setFilter] = useEntryChoice<InboxFilter>('filter', 'all');
  const [before, setBefore] = useState(noRows);
  const rows = keepRows(before, counts, (id) => chat.messages.wasDeleted(id));
  // What was shown once is remembered in the same drawing: nothing flickers.
  if (rows !== before) setBefore(rows);
  const sidebar = useMemo(() => channelSections({ channels }), [channels]);
  const sections = useMemo(() => inboxSections(rows, sidebar, filter), [rows, sidebar, filter]);
  const [folded, toggle] = useFolded('inbox', ['muted']);
  const shown = sections.filter(({ key }) => !folded.has(key)).flatMap((each) => each.rows);
  useFetched(shown.map(({ newestId }) => newestId));
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const hasUnread = counts.byConversation.size > 0;
  return (
    <ListPage
      title={t('Inbox')}
      lead={<Lead counts={counts} />}
      actions={
        <>
          {hasUnread && (
            <button type="button" className="button quiet" onClick={() => void markRead(chat, 'everything')}>
              <LineIcon name="checks" size={18} />
              {t('Mark all as read')}
            </button>
          )}
          <ComposeButton view={{ kind: 'inbox' }} />
        </>
      }
    >
      {before.size === 0 ? (
        <EmptyList title={t('All read')} text={t('New messages appear here. Earlier conversations are under Recent.')}>
          <a className="button" href="#recent">
            {t('Open Recent')}
          </a>
        </EmptyList>
      ) : (
        <>
          <Filters names={filters()} chosen={filter} onChoose={setFilter} />
          {sections.length === 0 && (
            <EmptyList title={t('No matching conversations')} text={t('Other conversations have unread messages.')}>
              <button type="button" className="button" onClick={() => setFilter('all')}>
                {t('Show all')}
              </button>
            </EmptyList>
          )}
          <div ref={list}>
            {sections.map((section) => (
              <Section
                key={section.key}
                section={section}
                isFolded={folded.has(section.key)}
                onFold={() => toggle(section.key)}
              />
            ))}
          </div>
        </>
      )}
    </ListPage>
  );
}

const filters = () =>
  [
    { name: 'all', label: t('All') },
    { name: 'for-me', label: t('For me'), icon: 'at' },
    { name: 'followed', label: t('Followed'), icon: 'bell' },
    { name: 'direct', label: t('Direct') },
  ] as const;

function Lead({ counts: { total, calls, byConversation } }: { counts: UnreadCounts }) {
  if (total === 0) return t('No unread messages.');
  const places = [...byConversation.values()].filter(({ isMuted, mentions }) => !isMuted || mentions > 0).length;
  const said = t('{{count}} unread in {{places}}.', {
    count: total,
    places: t('{{count}} conversations', {
      count: places,
      defaultValue_one: '{{count}} conversation',
    }),
  });
  const calling = t('{{count}} for you.', {
    count: calls,
    defaultValue_one: '1 for you.',
  });
  return calls === 0 ? said : `${said} ${calling}`;
}

interface SectionProps {
  section: InboxSection;
  isFolded: boolean;
  onFold: () => void;
}

function Section({ section: { key, channelId, folder, rows }, isFolded, onFold }: SectionProps) {
  const chat = useChat();
  const channel = useClientState((state) => (channelId === null ? undefined : state.channels.channels.get(channelId)));
  const name = channel?.name ?? (key === 'muted' ? t('Muted') : t('Direct messages'));
  const icon: LineIconName =
    key === 'muted' ? 'muted' : channel === undefined ? 'direct' : channel.invite_only ? 'lock' : 'channel';
  const unread = rows.filter(({ count }) => count > 0);
  const sum = unread.reduce((all, { count }) => all + count, 0);
  const readAll = (): void => {
    if (channelId === null) void markRead(chat, { conversations: unread.map(({ conversation }) => conversation) });
    else void markRead(chat, { channelId });
  };
  return (
    <section className="item-group" aria-label={name}>
      <header>
        <h2>
          <LineIcon name={icon} size={17} />
          <bdi className="cut">{name}</bdi>
        </h2>
        <small className="cut">
          {key === 'muted' ? t('{{count}} unread, not counted', { count: sum }) : (folder ?? '')}
          {key !== 'muted' && isFolded && sum > 0 && ` ${t('{{count}} unread', { count: sum })}`}
        </small>
        {sum > 0 && (
          <ToolButton
            icon="checks"
            size={18}
            className="at-end"
            label={t('Mark {{name}} as read', { name })}
            tip={t('Mark as read')}
            onClick={readAll}
          />
        )}
        <button
          type="button"
          className={`tool fold ${sum > 0 ? '' : 'at-end'}`}
          aria-label={name}
          aria-expanded={!isFolded}
          onClick={onFold}
        >
          <LineIcon name={isFolded ? 'next' : 'down'} size={18} />
        </button>
      </header>
      {!isFolded && (
        <ul className="item-list">
          {rows.map((row) => (
            <InboxItem key={row.key} row={row} hasChannel={key === 'muted'} />
          ))}
        </ul>
      )}
    </section>
  );
}
