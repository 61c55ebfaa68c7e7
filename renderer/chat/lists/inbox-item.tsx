/** A conversation in the inbox, with what can be done with it in place. */
import { t } from '../../client/text.ts';
import type { LineIconName } from '../../components/line-icon.tsx';
import { runAction, type Action } from '../actions/action.ts';
import { followTopic, markAsRead, muteTopic, type TopicTarget } from '../actions/topic.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { LastWords } from '../parts/conversation-lines.tsx';
import { useConversationName } from '../store/conversation-name.ts';
import type { InboxRow } from '../store/inbox-rows.ts';
import { useChat, useClientState, useNames } from '../store/use-chat.ts';
import { ConversationItem } from './conversation-item.tsx';

interface InboxItemProps {
  row: InboxRow;
  /** Its channel is named in the row: there is no heading that does. */
  hasChannel: boolean;
}

export function InboxItem({ row: { conversation, count, mentions, newestId }, hasChannel }: InboxItemProps) {
  const isDirect = conversation.kind === 'direct';
  const isPair = isDirect && conversation.userIds.length === 1;
  return (
    <ConversationItem
      conversation={conversation}
      newestId={newestId}
      className="is-read"
      line={
        <>
          {hasChannel && conversation.kind === 'channel' && <ChannelName channelId={conversation.channelId} />}
          {count === 0 ? t('Just read') : <LastWords messageId={newestId} hasSender={!isPair} />}
        </>
      }
      tools={<Tools row={{ conversation, count }} />}
      count={count}
      calls={isDirect ? count : mentions}
    />
  );
}

function ChannelName({ channelId }: { channelId: number }) {
  const name = useClientState((state) => state.channels.channels.get(channelId)?.name);
  return <bdi>#{name} · </bdi>;
}

function Tools({ row: { conversation, count } }: { row: Pick<InboxRow, 'conversation' | 'count'> }) {
  const chat = useChat();
  const names = useNames();
  const { name } = useConversationName()(conversation);
  return (
    <>
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
    </>
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
