/** The messages of a view as rows of the list; what is seen of them is read by the rules, and older and newer ones come by themselves. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { conversationOf as placeOfMessage } from '../../client/state/messages.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { MessageList, type ListHandle, type Sight } from '../message-list/message-list.tsx';
import { DayLine, MutedLine, PendingRow, UnreadLine, type MessageActions } from '../message-list/message-row.tsx';
import { marksAsRead, ReadingTracker } from '../message-list/read-rules.ts';
import { rowsOf, type ListedMessage, type Row } from '../message-list/rows.ts';
import { avatarPerson, useChat, useChatState, useKnown, useNames, useWindow } from '../model/use-chat.ts';
import { isPresent } from '../model/attention.ts';
import { conversationAddress, type NarrowView } from '../narrow/address.ts';
import { conversationOf, narrowKey } from '../narrow/narrow.ts';
import type { OutboxEntry } from '../outbox/outbox.ts';
import { FeedMessage } from './feed-message.tsx';
import { useMessageActions } from './message-actions.ts';
import { useViewTitle } from './view-header.tsx';

const nothingPending: readonly string[] = [];

export function Feed({ view }: { view: NarrowView }) {
  const chat = useChat();
  const { narrow, near } = view;
  const key = narrowKey(narrow);
  const window = useWindow(narrow);
  const list = useRef<ListHandle>(null);
  const title = useViewTitle(narrow);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const rows = useRows(view);
  const openAt = useOpeningPlace(view);
  const onSight = useReading(view, setIsAtEnd);
  const actions = useMessageActions();
  const drawRow = useCallback((row: Row) => <FeedRow row={row} flashed={near} actions={actions} />, [near, actions]);
  useEffect(() => () => void chat.visible.delete(key), [chat, key]);
  if (window === undefined || (window.loading.first && window.ids.length === 0)) return <Waiting />;
  if (window.error !== null && window.ids.length === 0)
    return (
      <Notice title={t('These messages could not be read')} text={window.error.message}>
        <button type="button" className="button" onClick={() => void chat.windows.open(narrow, 'newest')}>
          {t('Try again')}
        </button>
      </Notice>
    );
  if (rows.length === 0) return <Empty isConversation={conversationOf(narrow) !== null} />;
  return (
    <div className="feed">
      <MessageList
        ref={list}
        rows={rows}
        openAt={openAt}
        hasOlder={!window.foundOldest}
        hasNewer={!window.foundNewest}
        onOlder={() => void chat.windows.loadOlder(key)}
        onNewer={() => void chat.windows.loadNewer(key)}
        onSight={onSight}
        drawRow={drawRow}
        label={title}
        isBusy={window.loading.older || window.loading.newer}
      />
      {!isAtEnd && (
        <button
          type="button"
          className="button new-below"
          onClick={() => void chat.windows.jump(narrow, 'newest').then(() => list.current?.toEnd())}
        >
          {t('To the newest')}
          <LineIcon name="down" size={16} />
        </button>
      )}
    </div>
  );
}

/** Rows from the window, the outbox, and what was unread when the view was opened. */
function useRows({ narrow }: NarrowView): Row[] {
  const { messages, session, outbox } = useChat();
  const window = useWindow(narrow);
  const entries = useStore(outbox.entries);
  const outboxKeys = useChatState((state) => state.outboxKeys);
  const mutedUsers = useKnown((known) => known.own.mutedUsers);
  const unreadFrom = useUnreadFrom(narrow);
  return useMemo(() => {
    const conversation = conversationOf(narrow);
    const place = conversation === null ? null : keyOf(conversation);
    const listed = (window?.ids ?? []).flatMap((id): ListedMessage[] => {
      const message = messages.get(id);
      if (message === undefined) return [];
      return [
        {
          id,
          senderId: message.sender_id,
          timestamp: message.timestamp,
          isMeMessage: message.is_me_message,
          conversation: placeOfMessage(message, session.user_id),
        },
      ];
    });
    const here = new Set(outboxKeys.values());
    // A window that was read anew may have the message before its entry knows.
    const isHere = ({ key, messageId }: OutboxEntry): boolean =>
      here.has(key) || (messageId !== null && window?.ids.includes(messageId) === true);
    const waiting = entries.filter((entry) => keyOf(entry.conversation) === place && !isHere(entry));
    return rowsOf({
      messages: listed,
      pending: window?.foundNewest === true ? waiting.map((entry) => entry.key) : nothingPending,
      unreadFrom,
      isMixed: conversation === null,
      mutedUserIds: new Set(mutedUsers.keys()),
      ownId: session.user_id,
      rowKey: (id) => outboxKeys.get(id) ?? String(id),
      dayOf: dayKey,
    });
  }, [window?.ids, window?.foundNewest, entries, outboxKeys, mutedUsers, unreadFrom, messages, session, narrow]);
}

function dayKey(timestamp: number): string {
  const day = new Date(timestamp * 1000);
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
}

/** The first message that was unread when the view was opened: the line above it stays until the view is left. */
function useUnreadFrom(narrow: NarrowView['narrow']): number | null {
  const { messages } = useChat();
  const window = useWindow(narrow);
  const [frozen, setFrozen] = useState<number | null | undefined>(undefined);
  if (frozen === undefined && window !== undefined && window.ids.length > 0) {
    const first = window.ids.find((id) => messages.get(id)?.flags.includes('read') === false);
    setFrozen(first ?? null);
    return first ?? null;
  }
  return frozen ?? null;
}

function useOpeningPlace({ narrow, near }: NarrowView): { messageId: number; align: 'start' | 'center' } | null {
  const window = useWindow(narrow);
  const { messages } = useChat();
  return useMemo(() => {
    if (near !== null) return { messageId: near, align: 'center' as const };
    const first = window?.ids.find((id) => messages.get(id)?.flags.includes('read') === false);
    return first === undefined ? null : { messageId: first, align: 'start' as const };
    // Only what is known when the window is there counts.
  }, [near, window, messages]);
}

/** @returns what the list calls with what is seen. */
function useReading({ narrow, near }: NarrowView, setIsAtEnd: (isAtEnd: boolean) => void): (sight: Sight) => void {
  const chat = useChat();
  const policy = useKnown((known) => known.settings.web_mark_read_on_scroll_policy);
  const [tracker] = useState(() => new ReadingTracker());
  const key = narrowKey(narrow);
  return useCallback(
    ({ visible, endsShown, passed, isAtEnd }: Sight) => {
      chat.visible.set(key, visible);
      setIsAtEnd(isAtEnd);
      const reading = { narrow, policy: (policy ?? 1) as 1 | 2 | 3, isNear: near !== null, isPaused: false };
      if (!marksAsRead(reading)) return;
      const isUnread = (id: number): boolean => chat.messages.get(id)?.flags.includes('read') === false;
      chat.markRead(
        tracker.look({
          endsShown: endsShown.filter(isUnread),
          passed: passed.filter(isUnread),
          isPresent: isPresent(),
          now: performance.now(),
        }),
      );
    },
    [chat, key, narrow, near, policy, setIsAtEnd, tracker],
  );
}

interface FeedRowProps {
  row: Row;
  flashed: number | null;
  actions: MessageActions;
}

function FeedRow({ row, flashed, actions }: FeedRowProps) {
  switch (row.kind) {
    case 'day':
      return <DayLine timestamp={row.timestamp} />;
    case 'unread':
      return <UnreadLine count={0} />;
    case 'conversation':
      return <ConversationLine row={row} />;
    case 'muted':
      return <Muted row={row} actions={actions} />;
    case 'pending':
      return <Pending row={row} />;
    default:
      return <FeedMessage id={row.id} isFirst={row.isFirst} isFlashed={row.id === flashed} actions={actions} />;
  }
}

function ConversationLine({ row }: { row: Extract<Row, { kind: 'conversation' }> }) {
  const names = useNames();
  const { conversation, messageId } = row;
  const users = useKnown((known) => known.users.users);
  const channel = useKnown((known) =>
    conversation.kind === 'channel' ? known.channels.channels.get(conversation.channelId) : undefined,
  );
  const emptyName = useKnown((known) => known.organization.realm.empty_topic_display_name);
  return (
    <div className="conversation-line">
      <a className="cut" href={conversationAddress(conversation, names, messageId)}>
        {conversation.kind === 'channel' ? (
          <>
            <LineIcon name={channel?.invite_only === true ? 'lock' : 'channel'} size={16} />
            <bdi>{channel?.name ?? conversation.channelId}</bdi>
            <span aria-hidden="true">›</span>
            <strong>
              <bdi>{conversation.topic === '' ? emptyName : conversation.topic}</bdi>
            </strong>
          </>
        ) : (
          <>
            <LineIcon name="direct" size={16} />
            <strong>
              <bdi>{conversation.userIds.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ')}</bdi>
            </strong>
          </>
        )}
      </a>
    </div>
  );
}

function Muted({ row, actions }: { row: Extract<Row, { kind: 'muted' }>; actions: MessageActions }) {
  const [isShown, setIsShown] = useState(false);
  if (!isShown) return <MutedLine count={row.ids.length} onShow={() => setIsShown(true)} />;
  return row.ids.map((id) => <FeedMessage key={id} id={id} isFirst isFlashed={false} actions={actions} />);
}

const slowAfterMs = 2000;

function Pending({ row }: { row: Extract<Row, { kind: 'pending' }> }) {
  const { outbox, session } = useChat();
  const entries = useStore(outbox.entries);
  const user = useKnown((known) => known.users.users.get(session.user_id));
  const entry = entries.find(({ key }) => key === row.key);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (entry === undefined) return null;
  const place = keyOf(entry.conversation);
  const first = entries.find(({ conversation }) => keyOf(conversation) === place);
  return (
    <PendingRow
      entry={entry}
      sender={avatarPerson(user, session.user_id, session.full_name)}
      isFirst={row.isFirst}
      isSlow={isSlow}
      isBehind={first !== undefined && first !== entry && (isSlow || first.failure !== null)}
      onRetry={() => outbox.retry(entry.key)}
      onEdit={() => outbox.edit(entry.key)}
      onDiscard={() => outbox.discard(entry.key)}
    />
  );
}

function Waiting() {
  return (
    <div className="feed-waiting" role="status" aria-label={t('Loading messages')}>
      {Array.from({ length: 12 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div className="feed-notice">
      <h2>{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="actions">{children}</div>}
    </div>
  );
}

function Empty({ isConversation }: { isConversation: boolean }) {
  return isConversation ? (
    <Notice title={t('Nothing has been said here yet')} text={t('The first message is yours.')} />
  ) : (
    <Notice title={t('Nothing found')} text={t('No message belongs here.')} />
  );
}
