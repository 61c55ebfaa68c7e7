/** A conversation in the inbox, with what can be done with it in place. */
import { t } from '../../client/text.ts';
import type { LineIconName } from '../../components/line-icon.tsx';
import { runAction, type Action } from '../actions/action.ts';
import { followTopic, markAsRead, muteTopic, useConversationMenu, type TopicTarget } from '../actions/topic.ts';
import { Count } from '../kit/count.tsx';
import { onContextMenu } from '../kit/menu-store.ts';
import { MoreButton } from '../kit/more-button.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { when } from '../kit/when.ts';
import { ConversationAvatar, ConversationTitle, LastWords } from '../parts/conversation-lines.tsx';
import { conversationAddress } from '../routing/address.ts';
import { useConversationName } from '../store/conversation-name.ts';
import type { InboxRow } from '../store/inbox-rows.ts';
import { useNow } from '../store/presence.ts';
import { useChat, useClientState, useMessage, useNames, useTwentyFourHours } from '../store/use-chat.ts';

interface InboxItemProps {
  row: InboxRow;
  /** Its channel is named in the row: there is no heading that does. */
  hasChannel: boolean;
}

export function InboxItem({ row: { conversation, count, mentions, newestId }, hasChannel }: InboxItemProps) {
  const names = useNames();
  const menu = useConversationMenu();
  const { name } = useConversationName()(conversation);
  const isDirect = conversation.kind === 'direct';
  const isPair = isDirect && conversation.userIds.length === 1;
  return (
    <li className={`item ${count === 0 ? 'is-read' : ''}`}>
      <ConversationAvatar conversation={conversation} messageId={newestId} />
      <a
        className="item-link"
        href={conversationAddress(conversation, names)}
        data-row=""
        onContextMenu={onContextMenu(name, () => menu(conversation))}
      >
        <ConversationTitle conversation={conversation} />
        <span className="item-words">
          {hasChannel && conversation.kind === 'channel' && <ChannelName channelId={conversation.channelId} />}
          {count === 0 ? t('Read just now') : <LastWords messageId={newestId} hasSender={!isPair} />}
        </span>
      </a>
      <span className="item-end">
        <Tools row={{ conversation, count }} name={name} />
        <Count count={count} calls={isDirect || mentions > 0} />
        <When messageId={newestId} />
      </span>
    </li>
  );
}

function ChannelName({ channelId }: { channelId: number }) {
  const name = useClientState((state) => state.channels.channels.get(channelId)?.name);
  return <bdi>#{name} · </bdi>;
}

/** When a message was written. */
export function When({ messageId }: { messageId: number }) {
  const message = useMessage(messageId);
  const now = useNow();
  const is24 = useTwentyFourHours();
  if (message === undefined) return <time />;
  const moment = new Date(message.timestamp * 1000);
  return (
    <time dateTime={moment.toISOString()} title={moment.toLocaleString()}>
      {when(message.timestamp, now, is24)}
    </time>
  );
}

function Tools({
  row: { conversation, count },
  name,
}: {
  row: Pick<InboxRow, 'conversation' | 'count'>;
  name: string;
}) {
  const chat = useChat();
  const names = useNames();
  const menu = useConversationMenu();
  return (
    <span className="item-tools">
      {count > 0 && (
        <ToolButton
          icon="check"
          size={18}
          label={t('Mark {{name}} as read', { name })}
          tip={markAsRead.label(false)}
          onClick={({ currentTarget }) => {
            // The button goes; the row stays, and keeps the focus.
            currentTarget.closest('.item')?.querySelector<HTMLElement>('[data-row]')?.focus();
            markAsRead.run({ chat, names, conversation }, true);
          }}
        />
      )}
      {conversation.kind === 'channel' && (
        <>
          <SwitchTool
            action={followTopic}
            icon="bell"
            label={t('Follow {{name}}', { name })}
            target={{ chat, names, conversation }}
          />
          <SwitchTool
            action={muteTopic}
            icon="muted"
            label={t('Mute {{name}}', { name })}
            target={{ chat, names, conversation }}
          />
        </>
      )}
      <MoreButton name={name} menu={() => menu(conversation)} />
    </span>
  );
}

interface SwitchToolProps {
  action: Action<TopicTarget>;
  icon: LineIconName;
  label: string;
  target: TopicTarget;
}

function SwitchTool({ action, icon, label, target }: SwitchToolProps) {
  const isOn = useClientState(() => action.isOn?.(target) === true);
  return (
    <ToolButton
      icon={icon}
      size={18}
      label={label}
      tip={action.label(isOn)}
      isPressed={isOn}
      onClick={() => runAction(action, target)}
    />
  );
}
