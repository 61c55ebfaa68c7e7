/** Channels to find, join and leave; one channel and its people; and on a phone the reader's own list. */
import { useDeferredValue, useEffect, useRef } from 'react';
import '../parts/people.css';
import { matches } from '../../client/fold.ts';
import { compareNames, dateFormat } from '../../client/formats.ts';
import type { Channel } from '../../client/state/channels.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChannelMenu } from '../actions/channel.ts';
import { joinChannel, leaveChannel } from '../actions/conversation-actions.ts';
import { ComposeButton } from '../compose/compose-button.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import { useFolded } from '../kit/folded.ts';
import { MoreButton } from '../kit/more-button.tsx';
import { confirmed } from '../kit/notices.ts';
import { Channels as OwnChannels } from '../parts/channel-rows.tsx';
import { useMembers } from '../parts/members.ts';
import { Person } from '../parts/person.tsx';
import { plainText } from '../parts/preview.tsx';
import { narrowAddress } from '../routing/address.ts';
import { mayAddPeople, mayCreateChannel, mayJoin } from '../store/permissions.ts';
import { useUnreadCounts } from '../store/unread.ts';
import { useChat, useEmojiAsText, useClientState, useNames } from '../store/use-chat.ts';
import { useEntryChoice } from '../store/use-entry-state.ts';
import { goTo } from '../store/use-view.ts';
import { EmptyList, Filters, FindField, ListPage, NoChannel } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

/** @param section "mine", the id of a channel, or anything else for all of them: with "new", the form of one more over them. */
export function Channels({ section }: { section: string }) {
  const id = Number.parseInt(section, 10);
  const mayCreate = useMayCreate();
  useEffect(() => {
    if (section !== 'new' || !mayCreate) return;
    openDialog({ kind: 'new-channel' });
    // Closed, it is not to be opened by the way back.
    goTo('#channels', { replace: true });
  }, [section, mayCreate]);
  if (section === 'mine') return <Mine key="mine" />;
  return id > 0 ? <AboutChannel key={id} channelId={id} /> : <Browse key="all" />;
}

const mine = { kind: 'channels', section: 'mine' } as const;

function Mine() {
  const counts = useUnreadCounts();
  const [folded, toggle] = useFolded('sidebar');
  return (
    <ListPage title={t('Channels')} actions={<ComposeButton view={mine} />}>
      <nav className="own-channels" aria-label={t('Your channels')}>
        <OwnChannels view={mine} counts={counts} folded={folded} onFold={toggle} hasTopicLists />
      </nav>
    </ListPage>
  );
}

const useMayCreate = (): boolean =>
  useClientState((state) => mayCreateChannel(state, false) || mayCreateChannel(state, true));

type Kind = 'all' | 'mine' | 'other';

function Browse() {
  const channels = useClientState((state) => state.channels.channels);
  const subscriptions = useClientState((state) => state.channels.subscriptions);
  const mayCreate = useMayCreate();
  const [sought, setSought] = useEntryChoice('sought', '');
  const [kind, setKind] = useEntryChoice<Kind>('kind', 'all');
  const words = useDeferredValue(sought);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const isMine = ({ stream_id: id }: Channel): boolean => subscriptions.has(id);
  const shown = [...channels.values()]
    .filter(
      (channel) =>
        !channel.is_archived &&
        (kind === 'all' || isMine(channel) === (kind === 'mine')) &&
        matches(words, `${channel.name} ${channel.description}`),
    )
    .toSorted((a, b) => compareNames(a.name, b.name));
  return (
    <ListPage
      title={t('Channels')}
      lead={t('Join channels to add them to your sidebar.')}
      hasBack
      actions={
        mayCreate && (
          <button type="button" className="button" onClick={() => openDialog({ kind: 'new-channel' })}>
            <LineIcon name="plus" size={18} />
            {t('New channel')}
          </button>
        )
      }
    >
      <FindField label={t('Find a channel')} words={sought} onChange={setSought} />
      <Filters
        names={[
          { name: 'all', label: t('All') },
          { name: 'mine', label: t('Joined') },
          { name: 'other', label: t('Not joined') },
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      <div ref={list} className="item-group">
        <ul className="item-list">
          {shown.map((channel) => (
            <ChannelItem key={channel.stream_id} channel={channel} isMine={isMine(channel)} />
          ))}
        </ul>
      </div>
      {shown.length === 0 && (
        <EmptyList title={t('No channel matches')} text={t('Private channels are shown to their members only.')}>
          <button
            type="button"
            className="button"
            onClick={() => {
              setSought('');
              setKind('all');
            }}
          >
            {t('Show all channels')}
          </button>
        </EmptyList>
      )}
    </ListPage>
  );
}

const people = (count: number): string => t('{{count}} people', { count, defaultValue_one: '{{count}} person' });

function ChannelItem({ channel, isMine }: { channel: Channel; isMine: boolean }) {
  const names = useNames();
  const menu = useChannelMenu();
  const { name, stream_id: id } = channel;
  const address = isMine ? narrowAddress([{ operator: 'channel', operand: id }], names) : `#channels/${id}`;
  return (
    <li className="item channel-item">
      <LineIcon name={channel.invite_only ? 'lock' : 'channel'} />
      <a className="item-link" href={address} data-row="">
        <ChannelWords channel={channel} />
      </a>
      <span className="item-end">
        <Membership channel={channel} isMine={isMine} />
        <MoreButton name={name} title={`#${name}`} menu={() => menu(id)} />
      </span>
    </li>
  );
}

function ChannelWords({ channel }: { channel: Channel }) {
  const asText = useEmojiAsText();
  return (
    <>
      <span className="item-title">
        <bdi className="cut">{channel.name}</bdi>
      </span>
      <span className="item-words">
        <span className="cut" dir="auto">
          {people(channel.subscriber_count)}
          {channel.description !== '' && ` · ${plainText(channel.rendered_description, asText)}`}
        </span>
      </span>
    </>
  );
}

function Membership({ channel, isMine }: { channel: Channel; isMine: boolean }) {
  const chat = useChat();
  const { name, stream_id: channelId } = channel;
  const isOpen = useClientState((state) => mayJoin(state, channel));
  if (!isMine && !isOpen) return null;
  if (!isMine)
    return (
      <button
        type="button"
        className="button"
        aria-label={t('Join {{name}}', { name })}
        onClick={() => void confirmed(joinChannel(channelId), t('You joined #{{name}}.', { name }))}
      >
        {t('Join')}
      </button>
    );
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={t('Leave {{name}}', { name })}
      onClick={() => leaveChannel(chat, channelId)}
    >
      {t('Leave')}
    </button>
  );
}

function AboutChannel({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => state.channels.channels.get(channelId));
  const isMine = useClientState((state) => state.channels.subscriptions.has(channelId));
  const mayAdd = useClientState((state) => channel !== undefined && mayAddPeople(state, channel));
  const folder = useClientState((state) => state.channels.folders.get(channel?.folder_id ?? 0)?.name);
  const users = useClientState((state) => state.users.users);
  const names = useNames();
  const members = useMembers(channelId);
  const asText = useEmojiAsText();
  if (channel === undefined) return <NoChannel />;
  const creator = users.get(channel.creator_id ?? 0)?.full_name;
  const made = dateFormat({ dateStyle: 'long' }).format(new Date(channel.date_created * 1000));
  const sorted = members
    .filter((id) => users.get(id)?.is_active === true)
    .toSorted((a, b) => compareNames(users.get(a)?.full_name ?? '', users.get(b)?.full_name ?? ''));
  return (
    <ListPage
      title={`#${channel.name}`}
      lead={plainText(channel.rendered_description, asText)}
      hasBack
      actions={
        <>
          <a className="button" href={narrowAddress([{ operator: 'channel', operand: channelId }], names)}>
            {t('Open')}
          </a>
          {mayAdd && (
            <button type="button" className="button" onClick={() => openDialog({ kind: 'add-people', channelId })}>
              <LineIcon name="plus" size={18} />
              {t('Add people')}
            </button>
          )}
          <Membership channel={channel} isMine={isMine} />
        </>
      }
    >
      <p className="list-lead">
        {channel.invite_only
          ? t('Private: only members can read it.')
          : t('Anyone in the organization can read and join.')}{' '}
        {creator === undefined
          ? t('Created on {{date}}.', { date: made })
          : t('Created by {{name}} on {{date}}.', { name: creator, date: made })}{' '}
        {folder !== undefined && t('Folder: {{folder}}.', { folder })}
      </p>
      <section className="item-group" aria-label={t('People')}>
        <header>
          <h2>{people(sorted.length)}</h2>
        </header>
        <ul className="people-columns">
          {sorted.map((id) => (
            <li key={id}>
              <Person id={id} />
            </li>
          ))}
        </ul>
      </section>
    </ListPage>
  );
}
