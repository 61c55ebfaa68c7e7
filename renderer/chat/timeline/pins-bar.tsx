/** Links of a channel, and the messages that are pinned to it or to its topics, above the messages. */
import './pins-bar.css';
import { useId, useState } from 'react';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { inChannel } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { removeLink, unpinMessage } from '../actions/pinning.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { Preview } from '../parts/preview.tsx';
import { conversationAddress } from '../routing/address.ts';
import { mayAdministerChannel, mayPin } from '../store/permissions.ts';
import { shownPins, usePins, type ChannelLink, type Pin, type PinnedPlace } from '../store/pins.ts';
import { useFetched } from '../store/previews.ts';
import { useChat, useClientState, useEmojiAsText, useMessage, useNames } from '../store/use-chat.ts';

export function PinsBar({ place: { channelId, topic } }: { place: PinnedPlace }) {
  const pins = usePins(channelId);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const shown = pins === undefined ? [] : shownPins(pins.pins, topic);
  const links = pins?.links ?? [];
  useFetched(isOpen ? shown.map(({ message_id: messageId }) => messageId) : []);
  if (shown.length === 0 && links.length === 0) return null;
  return (
    <section className="pins-bar" aria-label={t('Pinned messages and links')}>
      <div className="pins-line">
        {shown.length > 0 && (
          <button
            type="button"
            className="pins-switch"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <LineIcon name="pin" size={16} />
            {t('{{count}} pinned messages', { count: shown.length, defaultValue_one: '{{count}} pinned message' })}
          </button>
        )}
        <Links channelId={channelId} links={links} />
      </div>
      {isOpen && shown.length > 0 && (
        <ul id={id} className="pins-list">
          {shown.map((pin) => (
            <PinItem key={pin.message_id} pin={pin} channelId={channelId} namesTopic={topic === null} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Links({ channelId, links }: { channelId: number; links: readonly ChannelLink[] }) {
  const mayChange = useClientState((state) => {
    const channel = state.channels.channels.get(channelId);
    return channel !== undefined && !channel.is_archived && mayAdministerChannel(state, channel);
  });
  return (
    <>
      {links.map((link) => (
        <span key={link.id} className="pins-link">
          <a href={link.url} target="_blank" rel="noopener noreferrer" title={link.url}>
            <LineIcon name="link" size={16} />
            <bdi className="cut">{link.title}</bdi>
          </a>
          {mayChange && (
            <ToolButton
              icon="close"
              size={14}
              label={t('Remove the link {{title}}', { title: link.title })}
              onClick={() => void removeLink(channelId, link)}
            />
          )}
        </span>
      ))}
      {mayChange && links.length > 0 && (
        <ToolButton
          icon="plus"
          size={16}
          label={t('Add a link')}
          onClick={() => openDialog({ kind: 'add-link', channelId })}
        />
      )}
    </>
  );
}

interface PinItemProps {
  pin: Pin;
  channelId: number;
  namesTopic: boolean;
}

function PinItem({ pin: { message_id: id, topic, scope }, channelId, namesTopic }: PinItemProps) {
  const { session } = useChat();
  const names = useNames();
  const asText = useEmojiAsText();
  const message = useMessage(id);
  const emptyName = emptyTopicName();
  const isPinner = useClientState((state) => {
    const channel = state.channels.channels.get(channelId);
    return channel !== undefined && mayPin(state, channel);
  });
  return (
    <li className="pins-item">
      <a href={conversationAddress(inChannel(channelId, topic), names, id)}>
        {namesTopic && (
          <small className="cut">
            <bdi>{topic || emptyName}</bdi>
          </small>
        )}
        <span className="cut">
          <strong>
            <bdi>{message?.sender_full_name ?? t('Message')}</bdi>
          </strong>{' '}
          {message !== undefined && (
            <span dir="auto">
              <Preview html={message.content} ownId={session.user_id} emojiAsText={asText} />
            </span>
          )}
        </span>
      </a>
      {isPinner && (
        <ToolButton
          icon="close"
          size={16}
          label={t('Unpin message')}
          onClick={() => void unpinMessage(channelId, id, scope)}
        />
      )}
    </li>
  );
}
