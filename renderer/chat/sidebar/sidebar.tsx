/** The way to every conversation: views, direct messages, channels by folder with the topics of the open one. */
import { useMemo } from 'react';
import icon from '../../../resources/icon-small.svg';
import type { Channel } from '../../client/state/channels.ts';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { Avatar } from '../components/avatar.tsx';
import { topicPolicies } from '../model/topic-policies.ts';
import { usePresenceOf } from '../model/presence.ts';
import { useTopics } from '../model/topics.ts';
import { useUnreadCounts, type UnreadCounts } from '../model/unread.ts';
import { avatarPerson, useChat, useKnown, useNames } from '../model/use-chat.ts';
import { useAddressOf } from '../model/use-view.ts';
import { conversationAddress, type View } from '../narrow/address.ts';
import { channelSections } from './channel-list.ts';
import { Count } from './count.tsx';

/** Topics under the open channel; more when they are unread. */
const fewTopics = 8;
const unreadTopics = 12;
const fewDirect = 8;

export function Sidebar({ view }: { view: View }) {
  const counts = useUnreadCounts();
  const name = useKnown((known) => known.organization.realm.name);
  return (
    <aside className="pane sidebar" aria-label={t('Conversations')}>
      <header>
        <a className="organization" href="#inbox">
          <img src={icon} alt="" />
          <span className="cut">{name}</span>
        </a>
      </header>
      <nav className="scroll" aria-label={t('Views, people and channels')}>
        <Views view={view} counts={counts} />
        <DirectMessages view={view} counts={counts} />
        <Channels view={view} counts={counts} />
      </nav>
      <Me />
    </aside>
  );
}

interface PartProps {
  view: View;
  counts: UnreadCounts;
}

const views: readonly { view: View; icon: LineIconName; label: () => string }[] = [
  { view: { kind: 'inbox' }, icon: 'inbox', label: () => t('Inbox') },
  { view: { kind: 'recent' }, icon: 'clock', label: () => t('Recent') },
  { view: { kind: 'feed' }, icon: 'feed', label: () => t('Everything') },
  {
    view: { kind: 'narrow', narrow: [{ operator: 'is', operand: 'mentioned' }], near: null, with: null, unknown: [] },
    icon: 'at',
    label: () => t('Mentions'),
  },
  {
    view: { kind: 'narrow', narrow: [{ operator: 'is', operand: 'starred' }], near: null, with: null, unknown: [] },
    icon: 'star',
    label: () => t('Starred'),
  },
  { view: { kind: 'drafts' }, icon: 'edit', label: () => t('Drafts') },
];

function Views({ view, counts }: PartProps) {
  const addressOf = useAddressOf();
  const mentions = useKnown((known) => known.messages.mentions.size);
  const here = addressOf(view);
  return (
    <ul>
      {views.map((each) => {
        const address = addressOf(each.view);
        const count = each.icon === 'inbox' ? counts.total : each.icon === 'at' ? mentions : 0;
        return (
          <li key={each.icon}>
            <a
              className={`side-row ${count > 0 ? 'is-unread' : ''}`}
              href={address}
              aria-current={address === here ? 'page' : undefined}
            >
              <LineIcon name={each.icon} size={18} />
              <span className="cut">{each.label()}</span>
              <Count count={count} calls={each.icon === 'at' || counts.calls > 0} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function DirectMessages({ view, counts }: PartProps) {
  const recent = useKnown((known) => known.messages.recentDirect);
  const names = useNames();
  const open = view.kind === 'narrow' ? view.narrow[0] : undefined;
  const openKey = open?.operator === 'dm' && Array.isArray(open.operand) ? `dm ${open.operand.join(',')}` : null;
  const rows = useMemo(() => {
    const sorted = [...recent].toSorted(([, a], [, b]) => b.maxMessageId - a.maxMessageId);
    return sorted.filter(([key], index) => index < fewDirect || counts.byConversation.has(key) || key === openKey);
  }, [recent, counts, openKey]);
  return (
    <>
      <h2 className="side-section">
        {t('Direct messages')}
        <a className="tool" href="#narrow/is/dm" aria-label={t('All direct messages')}>
          <LineIcon name="next" size={16} />
        </a>
      </h2>
      <ul>
        {rows.map(([key, { conversation }]) => (
          <li key={key}>
            <DirectRow
              userIds={conversation.kind === 'direct' ? conversation.userIds : []}
              address={conversationAddress(conversation, names)}
              isCurrent={key === openKey}
              count={counts.byConversation.get(key)?.ids.length ?? 0}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface DirectRowProps {
  userIds: readonly number[];
  address: string;
  isCurrent: boolean;
  count: number;
}

function DirectRow({ userIds, address, isCurrent, count }: DirectRowProps) {
  const users = useKnown((known) => known.users.users);
  const [first = 0] = userIds;
  const presence = usePresenceOf(userIds.length === 1 ? first : null);
  const label = userIds.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ');
  return (
    <a
      className={`side-row ${count > 0 ? 'is-unread' : ''}`}
      href={address}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Avatar
        person={
          userIds.length === 1
            ? { ...avatarPerson(users.get(first), first), presence }
            : { id: first, name: String(userIds.length), avatarUrl: null, isBot: false }
        }
        size="1.25rem"
      />
      <bdi className="cut">{label}</bdi>
      <Count count={count} calls />
    </a>
  );
}

function Channels({ view, counts }: PartProps) {
  const channels = useKnown((known) => known.channels);
  const sections = useMemo(() => channelSections({ channels }), [channels]);
  const openId = openChannelOf(view);
  return (
    <>
      {sections.map(({ key, title, channels: rows }) => (
        <section key={key} aria-label={title ?? (key === 'pinned' ? t('Pinned') : t('Channels'))}>
          <h2 className="side-section">
            <span className="cut">{title ?? (key === 'pinned' ? t('Pinned') : t('Channels'))}</span>
            {key === 'others' && (
              <a className="tool" href="#channels" aria-label={t('Find and create channels')}>
                <LineIcon name="plus" size={16} />
              </a>
            )}
          </h2>
          <ul>
            {rows.map((channel) => (
              <li key={channel.stream_id}>
                <ChannelRow
                  channel={channel}
                  view={view}
                  counts={counts}
                  isMuted={channels.subscriptions.get(channel.stream_id)?.is_muted === true}
                />
                {openId === channel.stream_id && <Topics channel={channel} view={view} counts={counts} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The channel that a view is in, whose topics are listed. */
export function openChannelOf(view: View): number | null {
  if (view.kind === 'topics') return view.channelId;
  const term = view.kind === 'narrow' ? view.narrow.find(({ operator }) => operator === 'channel') : undefined;
  return typeof term?.operand === 'number' ? term.operand : null;
}

interface ChannelRowProps extends PartProps {
  channel: Channel;
  isMuted: boolean;
}

function ChannelRow({ channel, view, counts, isMuted }: ChannelRowProps) {
  const addressOf = useAddressOf();
  const narrow = [{ operator: 'channel', operand: channel.stream_id }] as const;
  const address = addressOf({ kind: 'narrow', narrow, near: null, with: null, unknown: [] });
  const sum = counts.byChannel.get(channel.stream_id);
  return (
    <a
      className={`side-row ${(sum?.count ?? 0) > 0 ? 'is-unread' : ''} ${isMuted ? 'is-muted' : ''}`}
      href={address}
      aria-current={address === addressOf(view) ? 'page' : undefined}
    >
      <LineIcon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'channel'} size={18} />
      <bdi className="cut">{channel.name}</bdi>
      {isMuted && <LineIcon name="muted" size={15} className="at-end" />}
      <Count count={sum?.count ?? 0} calls={(sum?.mentions ?? 0) > 0} />
    </a>
  );
}

function Topics({ channel, view, counts }: PartProps & { channel: Channel }) {
  const topics = useTopics(channel.stream_id);
  const names = useNames();
  const policies = useKnown((known) => known.channels.topicPolicies);
  const emptyName = useKnown((known) => known.organization.realm.empty_topic_display_name);
  const open = view.kind === 'narrow' ? view.narrow.find(({ operator }) => operator === 'topic')?.operand : undefined;
  const openKey = typeof open === 'string' ? keyOf(inChannel(channel.stream_id, open)) : null;
  const rows = topics
    .map(({ name }) => ({ name, key: keyOf(inChannel(channel.stream_id, name)) }))
    .filter(({ key }, index) => {
      const isUnread = counts.byConversation.get(key) !== undefined;
      return index < fewTopics || key === openKey || (isUnread && index < unreadTopics);
    });
  return (
    <ul className="side-topics">
      {rows.map(({ name, key }) => {
        const unread = counts.byConversation.get(key);
        const isMuted = policies.get(key)?.visibility_policy === topicPolicies.muted;
        const count = unread === undefined ? 0 : unread.isMuted ? unread.mentions : unread.ids.length;
        return (
          <li key={key}>
            <a
              className={`side-row ${count > 0 ? 'is-unread' : ''} ${isMuted ? 'is-muted' : ''}`}
              href={conversationAddress(inChannel(channel.stream_id, name), names)}
              aria-current={key === openKey ? 'page' : undefined}
            >
              <bdi className="cut">{name === '' ? emptyName : name}</bdi>
              {isMuted && <LineIcon name="muted" size={14} className="at-end" />}
              <Count count={count} calls={(unread?.mentions ?? 0) > 0} />
            </a>
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

function Me() {
  const { session } = useChat();
  const user = useKnown((known) => known.users.users.get(session.user_id));
  const status = useKnown((known) => known.users.statuses.get(session.user_id)?.status_text);
  return (
    <footer className="side-me">
      <Avatar person={{ ...avatarPerson(user, session.user_id, session.full_name), presence: 'active' }} />
      <p className="cut">
        <strong>
          <bdi>{user?.full_name ?? session.full_name}</bdi>
        </strong>
        {status !== undefined && <small className="cut">{status}</small>}
      </p>
      <a className="tool at-end" href="#settings/profile" aria-label={t('Settings')}>
        <LineIcon name="settings" />
      </a>
    </footer>
  );
}
