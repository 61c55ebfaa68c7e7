/** Every conversation that one can read, the latest first; on a phone also the list of direct messages. */
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { tryNow } from '../../client/long-poll.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useConversationMenu } from '../actions/topic.ts';
import { ComposeButton } from '../compose/compose-button.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { Count } from '../kit/count.tsx';
import { onContextMenu } from '../kit/menu-store.ts';
import { ConversationTitle, LastWords } from '../parts/conversation-lines.tsx';
import { conversationAddress } from '../routing/address.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { countedOf } from '../store/inbox-rows.ts';
import { useFetched } from '../store/previews.ts';
import { chosenRows, recentRows, type RecentFilter, type RecentRow } from '../store/recent-rows.ts';
import { recentOf } from '../store/recent-store.ts';
import { useUnreadCounts, type UnreadCount } from '../store/unread.ts';
import { avatarPerson, useChat, useChatState, useClientState, useNames } from '../store/use-chat.ts';
import { useEntryChoice } from '../store/use-entry-state.ts';
import { When } from './conversation-item.tsx';
import { EmptyList, Filters, ListPage } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

/** Rows that are drawn at once; more on request. */
const pageRows = 60;
const fewPeople = 4;

/** @param isDirectOnly lists direct messages alone, under their own name. */
export function Recent({ isDirectOnly = false }: { isDirectOnly?: boolean }) {
  const chat = useChat();
  const store = recentOf(chat);
  const { messages, ownKeys, isLoading, foundOldest, error } = useStore(store.state);
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => void store.refresh(registrations), [store, registrations]);
  const clientState = useClientState((state) => state);
  const counts = useUnreadCounts();
  const [chosen, setFilter] = useEntryChoice<RecentFilter>('filter', 'all');
  const [hasMuted, setHasMuted] = useEntryChoice('muted', false);
  const [shownCount, setShownCount] = useEntryChoice('rows', pageRows);
  const filter = isDirectOnly ? 'direct' : chosen;
  const all = useMemo(() => recentRows(messages, clientState.messages), [messages, clientState.messages]);
  const rows = useMemo(
    () => chosenRows(all, clientState, { filter, hasMuted: hasMuted || isDirectOnly, ownKeys }),
    [all, clientState, filter, hasMuted, isDirectOnly, ownKeys],
  );
  const shown = rows.slice(0, shownCount);
  useFetched(isLoading ? [] : shown.map(({ newestId }) => newestId));
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const hasMore = rows.length > shown.length || (!foundOldest && !isDirectOnly);
  return (
    <ListPage
      title={isDirectOnly ? t('Direct messages') : t('Recent')}
      lead={isDirectOnly ? undefined : t('All conversations that you can read, newest first.')}
      actions={
        <ComposeButton view={{ kind: isDirectOnly ? 'direct' : 'recent' }} kind={isDirectOnly ? 'direct' : 'channel'} />
      }
      isWide
    >
      {!isDirectOnly && (
        <Filters names={filters()} chosen={chosen} onChoose={setFilter}>
          <button
            type="button"
            className="chip"
            aria-pressed={hasMuted}
            onClick={() => setHasMuted((before) => !before)}
          >
            {t('Include muted')}
          </button>
        </Filters>
      )}
      {error !== null && (
        <EmptyList title={t('Could not load conversations')} text={error.message}>
          <button type="button" className="button" onClick={tryNow}>
            {t('Try again')}
          </button>
        </EmptyList>
      )}
      <div ref={list} className="item-table" aria-busy={isLoading}>
        <ul className="item-list">
          {shown.map((row) => (
            <RecentItem key={row.key} row={row} unread={counts.byConversation.get(row.key)} hasKind={!isDirectOnly} />
          ))}
        </ul>
      </div>
      {rows.length === 0 && !isLoading && error === null && (
        <EmptyList
          title={t('No matching conversations')}
          text={t('Conversations appear here when you read or send messages.')}
        >
          <a className="button" href="#channels">
            {t('Browse channels')}
          </a>
        </EmptyList>
      )}
      {hasMore && error === null && (
        <p className="list-more">
          <button
            type="button"
            className="button"
            disabled={isLoading}
            onClick={() => {
              if (rows.length <= shownCount) void store.loadOlder();
              setShownCount((before) => before + pageRows);
            }}
          >
            {t('Older conversations')}
          </button>
        </p>
      )}
    </ListPage>
  );
}

const filters = () =>
  [
    { name: 'all', label: t('All') },
    { name: 'unread', label: t('Unread') },
    { name: 'participated', label: t('Participated') },
    { name: 'followed', label: t('Followed') },
    { name: 'direct', label: t('Direct') },
  ] as const;

interface RecentItemProps {
  row: RecentRow;
  unread: UnreadCount | undefined;
  /** Says of direct messages that they are: where there is nothing else, it goes without saying. */
  hasKind: boolean;
}

function RecentItem({ row, unread, hasKind }: RecentItemProps) {
  const { conversation, newestId, senderIds } = row;
  const names = useNames();
  const menu = useConversationMenu();
  const { name } = useConversationName()(conversation);
  const isPair = conversation.kind === 'direct' && conversation.userIds.length === 1;
  const count = unread === undefined ? 0 : countedOf(unread);
  return (
    <li className={`item ${count === 0 ? 'is-quiet' : ''}`}>
      <a
        className="item-link"
        href={conversationAddress(conversation, names)}
        data-row=""
        onContextMenu={onContextMenu(name, () => menu(conversation))}
      >
        <ConversationTitle conversation={conversation} />
        {conversation.kind === 'channel' ? (
          <span className="item-words">
            <ChannelLine channelId={conversation.channelId} />
          </span>
        ) : hasKind ? (
          <span className="item-words">
            <LineIcon name="direct" size={13} />
            {t('Direct message')}
          </span>
        ) : (
          <span className="item-words item-last-below">
            <LastWords messageId={newestId} hasSender={!isPair} />
          </span>
        )}
      </a>
      <span className="item-words item-last">
        <LastWords messageId={newestId} hasSender={!isPair} />
      </span>
      <People ids={senderIds} />
      <span className="item-end">
        <Count count={count} calls={conversation.kind === 'direct' ? count : unread?.mentions} />
        <When messageId={newestId} />
      </span>
    </li>
  );
}

function ChannelLine({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => state.channels.channels.get(channelId));
  return (
    <>
      <LineIcon name={channel?.invite_only === true ? 'lock' : 'channel'} size={13} />
      <bdi className="cut">{channel?.name ?? channelId}</bdi>
    </>
  );
}

function People({ ids }: { ids: readonly number[] }) {
  const users = useClientState((state) => writersIn(state.users));
  return (
    <span className="item-people">
      {ids.slice(0, fewPeople).map((id) => (
        <Avatar key={id} person={avatarPerson(users.get(id), id)} size="1.25rem" />
      ))}
      <span className="visually-hidden">{ids.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ')}</span>
    </span>
  );
}
