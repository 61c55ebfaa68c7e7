/** Conversation row text: its name with marks, its last message and the sender. */
import type { Conversation } from '../../client/state/conversation.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { useConversationName } from '../store/conversation-name.ts';
import { saidHtml } from '../store/message.ts';
import { usePresenceOf } from '../store/presence.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { avatarPerson, useChat, useEmojiAsText, useClientState, useMessage } from '../store/use-chat.ts';
import { widgetLine } from '../store/widget-line.ts';
import { ResolvedMark } from './marked-name.tsx';
import { Preview } from './preview.tsx';

export function ConversationTitle({ conversation }: { conversation: Conversation }) {
  const { name, isResolved } = useConversationName()(conversation);
  const policy = useClientState((state) => state.channels.topicPolicies.get(keyOf(conversation))?.visibility_policy);
  return (
    <span className="item-title">
      <bdi className="cut">{name}</bdi>
      {isResolved && <ResolvedMark />}
      {policy === topicPolicies.followed && (
        <>
          <LineIcon name="bell" size={15} />
          <span className="visually-hidden">{t('followed')}</span>
        </>
      )}
      {policy === topicPolicies.muted && (
        <>
          <LineIcon name="muted" size={15} />
          <span className="visually-hidden">{t('muted')}</span>
        </>
      )}
    </span>
  );
}

/** @param hasSender whose words they are is not said by the title. */
export function LastWords({ messageId, hasSender }: { messageId: number; hasSender: boolean }) {
  const { session } = useChat();
  const asText = useEmojiAsText();
  const message = useMessage(messageId);
  const isMuted = useClientState((state) => message !== undefined && state.own.mutedUsers.has(message.sender_id));
  if (message === undefined) return <span className="cut">&nbsp;</span>;
  if (isMuted) return <span className="cut">{t('Message from a muted user')}</span>;
  const isOwn = message.sender_id === session.user_id;
  const who = isOwn ? t('You') : (message.sender_full_name.split(' ')[0] ?? '');
  return (
    <span className="cut" dir="auto">
      {/* The colon stands outside: it belongs to the line, whichever way the name is written. */}
      {(isOwn || hasSender) && (
        <>
          <bdi>{who}</bdi>
          {message.is_me_message ? ' ' : ': '}
        </>
      )}
      {widgetLine(message) ?? <Preview html={saidHtml(message)} ownId={session.user_id} emojiAsText={asText} />}
    </span>
  );
}

/** The other person, the number of people, or a user who wrote last in a topic. */
export function ConversationAvatar({ conversation, messageId }: { conversation: Conversation; messageId: number }) {
  const message = useMessage(messageId);
  const other =
    conversation.kind === 'direct' && conversation.userIds.length === 1 ? conversation.userIds[0] : undefined;
  const shownId = other ?? message?.sender_id ?? 0;
  const user = useClientState((state) => writersIn(state.users).get(shownId));
  const presence = usePresenceOf(other ?? null);
  if (conversation.kind === 'direct' && other === undefined) {
    const { userIds } = conversation;
    return <Avatar person={{ id: userIds[0] ?? 0, name: String(userIds.length), avatarUrl: null, isBot: false }} />;
  }
  return (
    <Avatar
      person={{
        ...avatarPerson(user, shownId, message?.sender_full_name ?? ' '),
        ...(other !== undefined && { presence }),
      }}
    />
  );
}
