/** Topic list of a channel, the newest first, with a field that finds one. */
import { useDeferredValue, useRef } from 'react';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { matches } from '../../client/fold.ts';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChannelMenu } from '../actions/channel.ts';
import { compose } from '../actions/compose.ts';
import { openMenu } from '../kit/menu-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { LastWords } from '../parts/conversation-lines.tsx';
import { plainText } from '../parts/preview.tsx';
import { narrowAddress } from '../routing/address.ts';
import { countedOf } from '../store/inbox-rows.ts';
import { whyNoPostingIn } from '../store/posting.ts';
import { useFetched } from '../store/previews.ts';
import { useTopics, type Topic } from '../store/topics.ts';
import { useUnreadCounts, type UnreadCount } from '../store/unread.ts';
import { useEmojiAsText, useClientState, useNames } from '../store/use-chat.ts';
import { useEntryChoice } from '../store/use-entry-state.ts';
import { ConversationItem } from './conversation-item.tsx';
import { EmptyList, FindField, ListPage, NoChannel } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

/** Rows that are drawn at once; the field finds the others. */
const mostRows = 100;

export function Topics({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => state.channels.channels.get(channelId));
  const mayBegin = useClientState((state) => whyNoPostingIn(state, channelId) === null);
  const emptyName = emptyTopicName();
  const names = useNames();
  const menu = useChannelMenu();
  const topics = useTopics(channelId);
  const counts = useUnreadCounts();
  const [sought, setSought] = useEntryChoice('sought', '');
  const words = useDeferredValue(sought);
  const [isAll, setIsAll] = useEntryChoice('all', false);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const asText = useEmojiAsText();
  const found = topics.filter(({ name }) => matches(words, name || emptyName));
  const shown = isAll ? found : found.slice(0, mostRows);
  useFetched(shown.map(({ max_id: id }) => id));
  if (channel === undefined) return <NoChannel />;
  const address = narrowAddress([{ operator: 'channel', operand: channelId }], names);
  return (
    <ListPage
      title={`#${channel.name}`}
      lead={plainText(channel.rendered_description, asText)}
      hasBack
      actions={
        <>
          <a className="button only-wide" href={address}>
            <LineIcon name="feed" size={18} />
            {t('All messages')}
          </a>
          <a className="tool only-phone" href={address} aria-label={t('All messages')} title={t('All messages')}>
            <LineIcon name="feed" />
          </a>
          {mayBegin && (
            <ToolButton icon="compose" label={t('New topic')} onClick={() => compose({ kind: 'topics', channelId })} />
          )}
          <ToolButton
            icon="more"
            label={t('Channel menu')}
            popup="menu"
            onClick={({ currentTarget }) => openMenu(`#${channel.name}`, currentTarget, menu(channelId))}
          />
        </>
      }
    >
      <FindField label={t('Find a topic')} words={sought} onChange={setSought} />
      <div ref={list} className="item-group">
        <ul className="item-list">
          {shown.map((topic) => (
            <TopicItem
              key={topic.name}
              channelId={channelId}
              topic={topic}
              unread={counts.byConversation.get(keyOf(inChannel(channelId, topic.name)))}
            />
          ))}
        </ul>
      </div>
      {found.length === 0 && topics.length > 0 && (
        <EmptyList title={t('No topic matches')} text={t('To search in messages, use Search.')}>
          <button type="button" className="button" onClick={() => setSought('')}>
            {t('Show all topics')}
          </button>
        </EmptyList>
      )}
      {found.length > shown.length && (
        <p className="list-more">
          <button type="button" className="button" onClick={() => setIsAll(true)}>
            {t('All {{count}} topics', { count: found.length })}
          </button>
        </p>
      )}
    </ListPage>
  );
}

interface TopicItemProps {
  channelId: number;
  topic: Topic;
  unread: UnreadCount | undefined;
}

function TopicItem({ channelId, topic: { name: topic, max_id: newestId }, unread }: TopicItemProps) {
  const count = unread === undefined ? 0 : countedOf(unread);
  return (
    <ConversationItem
      conversation={inChannel(channelId, topic)}
      newestId={newestId}
      className="is-quiet"
      line={<LastWords messageId={newestId} hasSender />}
      count={count}
      calls={unread?.mentions ?? 0}
    />
  );
}
