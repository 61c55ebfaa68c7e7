/** Notices before sending: the topic has another name, or another device has words for it, too. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { request } from '../../client/request.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { Draft } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { reportRefusal } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { conversationAddress } from '../routing/address.ts';
import { useConversationName } from '../store/conversation-name.ts';
import { othersOf } from '../store/drafts.ts';
import { useChat, useChatState, useClientState, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';
import { NotSubscribedNotice } from './not-subscribed-notice.tsx';

export function ComposerNotices({ conversation }: { conversation: Conversation }) {
  return (
    <>
      <MovedNotice conversation={conversation} />
      <OtherDraft conversation={conversation} />
      <NotSubscribedNotice conversation={conversation} />
      <GuestNotice conversation={conversation} />
    </>
  );
}

function MovedNotice({ conversation }: { conversation: Conversation }) {
  const { writing, session } = useChat();
  const names = useNames();
  const moved = useChatState((state) => state.moved);
  const [seen, setSeen] = useState<typeof moved>(null);
  const nameOf = useConversationName();
  const by = useClientState(({ users }) =>
    moved?.byUserId == null ? undefined : users.users.get(moved.byUserId)?.full_name,
  );
  if (moved === null || moved === seen || keyOf(moved.to) !== keyOf(conversation)) return null;
  // No one needs to be reported what they have just done.
  if (moved.byUserId === session.user_id) return null;
  const before = nameOf(moved.from);
  const { name, isResolved } = nameOf(moved.to);
  const isNewlyResolved = isResolved && !before.isResolved;
  const keepOld = (): void => {
    setSeen(moved);
    writing.moveWords(conversation, moved.from);
    goTo(conversationAddress(moved.from, names));
  };
  const who = by ?? t('Someone');
  return (
    <output className="composer-notice">
      <LineIcon name="alert" size={18} />
      <span>
        {isNewlyResolved
          ? t('{{who}} marked this topic as resolved. Your text still goes to {{name}}.', { who, name })
          : t('{{who}} moved this topic. Your text goes to {{name}}.', { who, name })}
      </span>
      {!isNewlyResolved && (
        <button type="button" className="text-link at-end" onClick={keepOld}>
          {t('Keep writing to the old topic')}
        </button>
      )}
      <ToolButton icon="close" size={16} label={t('Close')} onClick={() => setSeen(moved)} />
    </output>
  );
}

/** More than one line holds: where it ends, the line says so. */
const shownLetters = 300;

function OtherDraft({ conversation }: { conversation: Conversation }) {
  const { writing } = useChat();
  const locals = useStore(writing.drafts.locals);
  const drafts = useClientState((state) => state.own.drafts);
  const me = useClientState((state) => state.me);
  const [other] = othersOf(drafts, locals, conversation, me);
  if (other === undefined) return null;
  const remove = (): Promise<boolean> => reportRefusal(request('DELETE', `/drafts/${other.id}`));
  const take = ({ content }: Draft): void => {
    // In this order, so that the words are somewhere at any time.
    writing.append(conversation, content);
    void remove();
  };
  return (
    <output className="composer-notice">
      <LineIcon name="edit" size={18} />
      <span className="cut">{t('Other draft: {{text}}', { text: other.content.slice(0, shownLetters) })}</span>
      <button type="button" className="text-link at-end" onClick={() => take(other)}>
        {t('Insert')}
      </button>
      <button type="button" className="text-link" onClick={() => void remove()}>
        {t('Delete draft')}
      </button>
    </output>
  );
}

const nobody: readonly number[] = [];

/** Says that a direct message goes to a guest, where the organization wants it said (setting enable_guest_user_dm_warning). */
function GuestNotice({ conversation }: { conversation: Conversation }) {
  const isWanted = useClientState((state) => state.organization.realm.enable_guest_user_dm_warning);
  const users = useClientState((state) => state.users.users);
  const ids = conversation.kind === 'direct' ? conversation.userIds : nobody;
  const guests = ids.flatMap((id) => (users.get(id)?.is_guest === true ? [users.get(id)?.full_name ?? ''] : []));
  if (!isWanted || guests.length === 0) return null;
  return (
    <output className="composer-notice">
      <LineIcon name="users" size={18} />
      <span>
        {t('{{names}} are guests in this organization.', {
          names: guests.join(', '),
          count: guests.length,
        })}
      </span>
    </output>
  );
}
