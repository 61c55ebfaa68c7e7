/** Header tools of the conversation or channel in a view, at the end of its header: five tools at most. */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { isAllowed, runAction } from '../actions/action.ts';
import { useChannelMenu } from '../actions/channel.ts';
import { followTopic, resolveTopic, useConversationMenu, type ChannelTopic } from '../actions/topic.ts';
import { beginCall, mayCall } from '../actions/video-call.ts';
import { openMenu } from '../kit/menu-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { togglePeople, usePeopleShown } from '../parts/people-shown.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { useChat, useClientState, useNames } from '../store/use-chat.ts';

export function HeaderTools({ narrow }: { narrow: Narrow }) {
  const conversation = conversationIn(narrow);
  const [first] = narrow;
  const channelId =
    narrow.length === 1 && first?.operator === 'channel' && typeof first.operand === 'number' ? first.operand : null;
  const channels = useClientState((state) => state.channels.channels);
  const shownId = conversation?.kind === 'channel' ? conversation.channelId : channelId;
  if (conversation === null && channelId === null) return null;
  // Nothing can be done with a channel that is not there.
  if (shownId !== null && !channels.has(shownId)) return null;
  return (
    <>
      {conversation?.kind === 'channel' && <TopicTools topic={conversation} />}
      {conversation !== null && <CallTool conversation={conversation} />}
      <PeopleTool />
      {conversation !== null && <MoreOfConversation conversation={conversation} />}
      {channelId !== null && <MoreOfChannel channelId={channelId} />}
    </>
  );
}

function TopicTools({ topic }: { topic: ChannelTopic }) {
  const chat = useChat();
  const names = useNames();
  const target = { chat, names, conversation: topic };
  const isFollowed = useClientState(() => followTopic.isOn?.(target) === true);
  const mayResolve = useClientState(() => isAllowed(resolveTopic, target));
  const hasRoom = useClientState(() => resolveTopic.refusal?.(target) === null);
  const isMarked = resolveTopic.isOn?.(target) === true;
  const label = resolveTopic.label(isMarked);
  return (
    <>
      <button
        type="button"
        className="button quiet header-follow only-wide"
        aria-pressed={isFollowed}
        onClick={() => runAction(followTopic, target)}
      >
        <LineIcon name="bell" size={18} />
        {isFollowed ? t('Following') : t('Follow')}
      </button>
      {mayResolve && (
        <ToolButton
          icon="check"
          label={label}
          tip={hasRoom ? label : t("The topic's name is too long. Shorten it to mark it as resolved.")}
          className="only-wide"
          isPressed={isMarked}
          isDisabled={!hasRoom}
          onClick={() => runAction(resolveTopic, target)}
        />
      )}
    </>
  );
}

function CallTool({ conversation }: { conversation: Conversation }) {
  const chat = useChat();
  const isOffered = useClientState(() => mayCall(chat, conversation));
  if (!isOffered) return null;
  return <ToolButton icon="video" label={t('Begin a video call')} onClick={() => beginCall(chat, conversation)} />;
}

function PeopleTool() {
  const isShown = usePeopleShown();
  return <ToolButton icon="users" label={t('People')} isPressed={isShown} onClick={togglePeople} />;
}

function MoreOfConversation({ conversation }: { conversation: Conversation }) {
  const menu = useConversationMenu();
  const { name } = useConversationName()(conversation);
  return (
    <ToolButton
      icon="more"
      label={t('More')}
      popup="menu"
      onClick={({ currentTarget }) => openMenu(name, currentTarget, menu(conversation))}
    />
  );
}

function MoreOfChannel({ channelId }: { channelId: number }) {
  const menu = useChannelMenu();
  const name = useClientState((state) => state.channels.channels.get(channelId)?.name) ?? '';
  return (
    <ToolButton
      icon="more"
      label={t('More')}
      popup="menu"
      onClick={({ currentTarget }) => openMenu(`#${name}`, currentTarget, menu(channelId))}
    />
  );
}
