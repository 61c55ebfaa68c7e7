/** All topics of a channel, the newest first, with a field that finds one. */
import { useDeferredValue, useRef } from 'react';
import { matches } from '../../client/fold.ts';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { plainText } from '../components/preview.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import { compose } from '../composer/compose.ts';
import { onContextMenu, openMenu } from '../floating/menu-store.ts';
import { countedOf } from '../inbox/inbox-rows.ts';
import { useChannelMenu, useConversationMenu } from '../menus/conversation-menu.ts';
import { MoreButton } from '../menus/more-button.tsx';
import { useConversationName } from '../model/conversation-name.ts';
import { useFetched } from '../model/previews.ts';
import { useTopics, type Topic } from '../model/topics.ts';
import { useUnreadCounts, type UnreadCount } from '../model/unread.ts';
import { useEmojiAsText, useKnown, useNames } from '../model/use-chat.ts';
import { useEntryChoice } from '../model/use-entry-state.ts';
import { conversationAddress, narrowAddress } from '../narrow/address.ts';
import { Count } from '../sidebar/count.tsx';
import { ConversationAvatar, ConversationTitle, LastWords } from './conversation-lines.tsx';
import { When } from './inbox-item.tsx';
import { EmptyList, FindField, ListPage, NoChannel } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

/** Rows that are drawn at once; the field finds the others. */
const mostRows = 100;

export function Topics({ channelId }: { channelId: number }) {
  const channel = useKnown((known) => known.channels.channels.get(channelId));
  const emptyName = useKnown((known) => known.organization.realm.empty_topic_display_name);
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
          <ToolButton icon="compose" label={t('New topic')} onClick={() => compose({ kind: 'topics', channelId })} />
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
        <EmptyList title={t('No topic has these words')} text={t('Search looks into messages as well.')} />
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
  const conversation = inChannel(channelId, topic);
  const names = useNames();
  const menu = useConversationMenu();
  const { name } = useConversationName()(conversation);
  const count = unread === undefined ? 0 : countedOf(unread);
  return (
    <li className={`item ${count === 0 ? 'is-quiet' : ''}`}>
      <ConversationAvatar conversation={conversation} messageId={newestId} />
      <a
        className="item-link"
        href={conversationAddress(conversation, names)}
        data-row=""
        onContextMenu={onContextMenu(name, () => menu(conversation))}
      >
        <ConversationTitle conversation={conversation} />
        <span className="item-words">
          <LastWords messageId={newestId} hasSender />
        </span>
      </a>
      <span className="item-end">
        <span className="item-tools">
          <MoreButton name={name} menu={() => menu(conversation)} />
        </span>
        <Count count={count} calls={(unread?.mentions ?? 0) > 0} />
        <When messageId={newestId} />
      </span>
    </li>
  );
}
