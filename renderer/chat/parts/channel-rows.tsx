/** Channels by folder, with the topics of the open one below it. */
import { memo, useMemo } from 'react';
import { useStore } from 'zustand';
import { matches } from '../../client/fold.ts';
import type { Channel } from '../../client/state/channels.ts';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChannelMenu } from '../actions/channel.ts';
import { useConversationMenu } from '../actions/topic.ts';
import { SideRow } from '../kit/side-row.tsx';
import { SideSection } from '../kit/side-section.tsx';
import { newsFirst } from '../kit/stored-switch.ts';
import { conversationAddress, narrowAddress, type View } from '../routing/address.ts';
import { channelSections, newestUnread, type ChannelSection } from '../store/channel-list.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { countedOf } from '../store/inbox-rows.ts';
import { openChannelOf } from '../store/open-channel.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { useTopics } from '../store/topics.ts';
import type { UnreadCounts } from '../store/unread.ts';
import { useClientState, useNames } from '../store/use-chat.ts';
import { useAddressOf } from '../store/use-view.ts';
import { ResolvedMark } from './marked-name.tsx';

/** Topics under the open channel; more when they are unread. */
const fewTopics = 8;
const unreadTopics = 12;

interface ChannelsProps {
  view: View;
  counts: UnreadCounts;
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  /** A channel leads to the list of its topics: there is no room for it below. */
  hasTopicLists?: boolean;
  /** Only channels whose name has it; empty = all. */
  words?: string;
}

export function Channels({ view, counts, folded, onFold, hasTopicLists = false, words = '' }: ChannelsProps) {
  const channels = useClientState((state) => state.channels);
  const messages = useClientState((state) => state.messages);
  const isByNews = useStore(newsFirst.store, (state) => state.isOn);
  const all = useMemo(
    () => channelSections({ channels }, isByNews ? newestUnread(messages) : undefined),
    [channels, messages, isByNews],
  );
  const sections = useMemo(() => withWords(all, words), [all, words]);
  const openId = openChannelOf(view);
  const sums = (rows: readonly Channel[]) => rows.map(({ stream_id: id }) => counts.byChannel.get(id));
  return (
    <>
      {sections.map(({ key, title, channels: rows }) => (
        <SideSection
          key={key}
          title={title ?? (key === 'pinned' ? t('Pinned') : t('Channels'))}
          isFolded={folded.has(key) && words === ''}
          onFold={() => onFold(key)}
          count={sums(rows).reduce((sum, each) => sum + (each?.count ?? 0), 0)}
          calls={sums(rows).reduce((sum, each) => sum + (each?.mentions ?? 0), 0)}
        >
          <ul>
            {rows.map((channel) => (
              <li key={channel.stream_id}>
                <ChannelRow
                  channel={channel}
                  view={view}
                  count={counts.byChannel.get(channel.stream_id)?.count ?? 0}
                  calls={counts.byChannel.get(channel.stream_id)?.mentions ?? 0}
                  leadsToTopics={hasTopicLists}
                  isMuted={channels.subscriptions.get(channel.stream_id)?.is_muted === true}
                />
                {openId === channel.stream_id && <Topics channel={channel} view={view} counts={counts} />}
              </li>
            ))}
          </ul>
        </SideSection>
      ))}
      <a className="side-row is-quiet" href="#channels">
        <LineIcon name="plus" size={16} />
        {t('Browse and create channels')}
      </a>
    </>
  );
}

/** Of the sections only channels whose name has the words. */
function withWords(sections: readonly ChannelSection[], words: string): readonly ChannelSection[] {
  if (words === '') return sections;
  return sections
    .map((section) => ({ ...section, channels: section.channels.filter(({ name }) => matches(words, name)) }))
    .filter(({ channels }) => channels.length > 0);
}

interface ChannelRowProps {
  channel: Channel;
  view: View;
  count: number;
  /** How many of them are for the reader. */
  calls: number;
  isMuted: boolean;
  leadsToTopics: boolean;
}

/** Drawn again when something of its own has changed: a message counts in one row of many. */
const ChannelRow = memo(function ChannelRow({ channel, view, count, calls, isMuted, leadsToTopics }: ChannelRowProps) {
  useLanguage();
  const addressOf = useAddressOf();
  const names = useNames();
  const menu = useChannelMenu();
  const address = narrowAddress([{ operator: 'channel', operand: channel.stream_id }], names);
  return (
    <SideRow
      href={leadsToTopics ? `#topics/channel/${channel.stream_id}` : address}
      isCurrent={address === addressOf(view)}
      name={channel.name}
      count={count}
      calls={calls}
      isMuted={isMuted}
      menu={() => menu(channel.stream_id)}
    >
      <LineIcon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'channel'} size={18} />
    </SideRow>
  );
});

interface TopicsProps {
  channel: Channel;
  view: View;
  counts: UnreadCounts;
}

function Topics({ channel, view, counts }: TopicsProps) {
  const topics = useTopics(channel.stream_id);
  const policies = useClientState((state) => state.channels.topicPolicies);
  const open = view.kind === 'narrow' ? view.narrow.find(({ operator }) => operator === 'topic')?.operand : undefined;
  const openKey = typeof open === 'string' ? keyOf(inChannel(channel.stream_id, open)) : null;
  const isMuted = (key: string): boolean => policies.get(key)?.visibility_policy === topicPolicies.muted;
  const rows = topics
    .map(({ name }) => ({ name, key: keyOf(inChannel(channel.stream_id, name)) }))
    .filter(({ key }, index) => {
      const isUnread = counts.byConversation.get(key) !== undefined;
      return index < fewTopics || key === openKey || (isUnread && index < unreadTopics);
    })
    .toSorted((a, b) => Number(isMuted(a.key)) - Number(isMuted(b.key)));
  return (
    <ul className="side-topics">
      {rows.map(({ name, key }) => {
        const unread = counts.byConversation.get(key);
        return (
          <li key={key}>
            <TopicRow
              channelId={channel.stream_id}
              topic={name}
              isCurrent={key === openKey}
              count={unread === undefined ? 0 : countedOf(unread)}
              calls={unread?.mentions ?? 0}
              isMuted={isMuted(key)}
            />
          </li>
        );
      })}
      {topics.length > rows.length && (
        <li>
          <a className="side-row is-quiet" href={`#topics/channel/${channel.stream_id}`}>
            {t('All {{count}} topics', { count: topics.length })}
          </a>
        </li>
      )}
    </ul>
  );
}

interface TopicRowProps {
  channelId: number;
  topic: string;
  isCurrent: boolean;
  count: number;
  /** How many of them are for the reader. */
  calls: number;
  isMuted: boolean;
}

const TopicRow = memo(function TopicRow({ channelId, topic, isCurrent, count, calls, isMuted }: TopicRowProps) {
  useLanguage();
  const names = useNames();
  const menu = useConversationMenu();
  const conversation = inChannel(channelId, topic);
  const { name, isResolved } = useConversationName()(conversation);
  return (
    <SideRow
      href={conversationAddress(conversation, names)}
      isCurrent={isCurrent}
      name={name}
      mark={isResolved && <ResolvedMark />}
      count={count}
      calls={calls}
      isMuted={isMuted}
      menu={() => menu(conversation)}
    />
  );
});
