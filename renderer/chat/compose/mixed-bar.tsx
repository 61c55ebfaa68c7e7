/** Below a view of many conversations no box waits for a careless Enter: one chooses first where to write. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import type { Narrow } from '../routing/narrow.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { whyNoPosting, whyNoPostingIn } from '../store/posting.ts';
import { useChat, useClientState, useMessage } from '../store/use-chat.ts';
import { Composer } from './composer.tsx';
import { NoRight } from './no-right.tsx';

export function MixedBar({ narrow }: { narrow: Narrow }) {
  const { session, writing, feed } = useChat();
  const message = useMessage(useStore(feed.atHand) ?? 0);
  const nameOf = useConversationName();
  const channel = narrow[0]?.operator === 'channel' ? narrow[0].operand : null;
  const channelId = typeof channel === 'number' ? channel : null;
  const isKnown = useClientState(
    (state) => channel === null || (channelId !== null && state.channels.channels.has(channelId)),
  );
  const [open, setOpen] = useState<Conversation | null>(null);
  const openKey = open === null ? null : keyOf(open);
  useEffect(() => {
    writing.mixedConversation.setState(openKey, true);
    return () => writing.mixedConversation.setState(null, true);
  }, [writing, openKey]);
  const conversation = message === undefined ? null : conversationOf(message, session.user_id);
  const mayReply = useClientState((state) => conversation !== null && whyNoPosting(state, conversation) === null);
  const mayBegin = useClientState((state) => channelId === null || whyNoPostingIn(state, channelId) === null);
  if (open !== null) return <Composer conversation={open} onClose={() => setOpen(null)} onMoved={setOpen} />;
  // A channel that cannot be seen takes no topics.
  if (!isKnown) return null;
  if (!mayBegin && channelId !== null)
    return (
      <div className="composer-dock">
        <NoRight conversation={inChannel(channelId, '')}>{null}</NoRight>
      </div>
    );
  return (
    <div className="composer-dock composer-choices">
      {conversation !== null && mayReply && (
        <button
          type="button"
          className="button is-reply"
          onClick={() => {
            setOpen(conversation);
            writing.focus(conversation);
          }}
        >
          <LineIcon name="reply" size={16} />
          <span className="cut">{t('Reply in {{name}}', { name: nameOf(conversation).name })}</span>
        </button>
      )}
      <button
        type="button"
        className={channelId === null ? 'button is-short' : 'button'}
        aria-label={t('New topic')}
        title={t('New topic')}
        onClick={() => openDialog({ kind: 'destination', choice: { kind: 'channel', from: null, channelId } })}
      >
        <LineIcon name="channel" size={16} />
        <span>{t('New topic')}</span>
      </button>
      <button
        type="button"
        className={channelId === null ? 'button is-short' : 'button only-wide'}
        aria-label={t('Direct message')}
        title={t('Direct message')}
        onClick={() => openDialog({ kind: 'destination', choice: { kind: 'direct', from: null, channelId: null } })}
      >
        <LineIcon name="direct" size={16} />
        <span>{t('Direct message')}</span>
      </button>
    </div>
  );
}
