/** Draws each kind of row with what it needs from the chat. */
import { memo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { showNotice } from '../kit/notices.ts';
import { MarkedName } from '../parts/marked-name.tsx';
import { conversationAddress } from '../routing/address.ts';
import { avatarPerson, useChat, useClientState, useMessage, useNames } from '../store/use-chat.ts';
import type { FeedCommon } from './feed-common.ts';
import { FeedMessage } from './feed-message.tsx';
import { DayLine, MutedLine, PendingRow, UnreadLine } from './message-row.tsx';
import type { Row } from './rows.ts';

interface FeedRowProps {
  row: Row;
  common: FeedCommon;
  isSelected: boolean;
  /** It is the one message that Tab reaches. */
  isTabStop: boolean;
}

/** Drawn again only with what it shows: a list that is scrolled draws itself with every row that comes. */
export const FeedRow = memo(function FeedRow({ row, common, isSelected, isTabStop }: FeedRowProps) {
  useLanguage();
  switch (row.kind) {
    case 'day':
      return <DayLine timestamp={row.timestamp} />;
    case 'unread':
      return <UnreadLine count={0} />;
    case 'conversation':
      return <ConversationLine row={row} isSearch={common.isSearch} />;
    case 'muted':
      return <Muted row={row} common={common} />;
    case 'pending':
      return <Pending row={row} />;
    default:
      return (
        <FeedMessage id={row.id} isFirst={row.isFirst} isSelected={isSelected} isTabStop={isTabStop} common={common} />
      );
  }
});

interface ConversationLineProps {
  row: Extract<Row, { kind: 'conversation' }>;
  isSearch: boolean;
}

function ConversationLine({ row, isSearch }: ConversationLineProps) {
  const names = useNames();
  const { conversation, messageId } = row;
  const users = useClientState((state) => writersIn(state.users));
  const channel = useClientState((state) =>
    conversation.kind === 'channel' ? state.channels.channels.get(conversation.channelId) : undefined,
  );
  const emptyName = emptyTopicName();
  const marked = useMessage(messageId)?.match_subject;
  return (
    <article className="conversation-line" aria-label={t('Conversation')}>
      <a href={conversationAddress(conversation, names, messageId)}>
        {conversation.kind === 'channel' ? (
          <>
            <LineIcon name={channel?.invite_only === true ? 'lock' : 'channel'} size={16} />
            <bdi className="cut place-channel">{channel?.name ?? conversation.channelId}</bdi>
            <span aria-hidden="true">›</span>
            <strong className="cut">
              <bdi>
                {conversation.topic === '' ? (
                  emptyName
                ) : isSearch && marked !== undefined ? (
                  <Marked html={marked} />
                ) : (
                  <MarkedName name={conversation.topic} />
                )}
              </bdi>
            </strong>
          </>
        ) : (
          <>
            <LineIcon name="direct" size={16} />
            <strong className="cut">
              <bdi>{conversation.userIds.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ')}</bdi>
            </strong>
          </>
        )}
      </a>
    </article>
  );
}

/** A topic with the words that were looked for marked in it. @param html of the server, read as text and marks alone. */
function Marked({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let at = 0;
  return [...body.childNodes].map((node) => {
    const text = node.textContent ?? '';
    at += text.length;
    if (!(node instanceof HTMLElement && node.classList.contains('highlight')))
      return at === text.length ? <MarkedName key={at} name={text} /> : text;
    return (
      <span key={at} className="highlight">
        {text}
      </span>
    );
  });
}

function Muted({ row, common }: { row: Extract<Row, { kind: 'muted' }>; common: FeedCommon }) {
  const [isShown, setIsShown] = useState(false);
  if (!isShown) return <MutedLine count={row.ids.length} onShow={() => setIsShown(true)} />;
  return row.ids.map((id) => (
    <FeedMessage key={id} id={id} isFirst isSelected={false} isTabStop={false} common={common} />
  ));
}

/** What is on its way into a conversation whose messages are not here: what was written is never nowhere. */
export function PendingRows({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return null;
  return (
    <section className="feed-pending" aria-label={t('Sending…')}>
      {keys.map((key, index) => (
        <Pending key={key} row={{ kind: 'pending', key, isFirst: index === 0 }} />
      ))}
    </section>
  );
}

const slowAfterMs = 2000;

function Pending({ row }: { row: Extract<Row, { kind: 'pending' }> }) {
  const { outbox, session } = useChat();
  const entries = useStore(outbox.entries);
  const user = useClientState((state) => state.users.users.get(session.user_id));
  const entry = entries.find(({ key }) => key === row.key);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (entry === undefined) return null;
  const key = keyOf(entry.conversation);
  const first = entries.find(({ conversation }) => keyOf(conversation) === key);
  return (
    <PendingRow
      entry={entry}
      sender={avatarPerson(user, session.user_id, session.full_name)}
      isFirst={row.isFirst}
      isSlow={isSlow}
      isBehind={first !== undefined && first !== entry && (isSlow || first.failure !== null)}
      onRetry={() => outbox.retry(entry.key)}
      onEdit={() => {
        if (!outbox.edit(entry.key))
          showNotice(t('Send or discard the text in the message box first.'), { isError: true });
      }}
      onDiscard={() => outbox.discard(entry.key)}
    />
  );
}
