/** Offers to add who is mentioned and not in the channel: they would not hear of it. */
import { useStore } from 'zustand';
import { request } from '../../client/request.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { reportRefusal } from '../kit/notices.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { notSubscribed } from './not-subscribed.ts';

export function NotSubscribedNotice({ conversation }: { conversation: Conversation }) {
  const { drafts } = useChat().writing;
  // The draft is the text of a moment ago, which is soon enough for a mention.
  const text = useStore(drafts.locals, (locals) => locals.get(keyOf(conversation))?.text ?? '');
  const channelId = conversation.kind === 'channel' ? conversation.channelId : 0;
  const channel = useClientState((state) => state.channels.channels.get(channelId)?.name);
  const subscribers = useClientState((state) => state.channels.subscribers.get(channelId));
  const me = useClientState((state) => state.me);
  const users = useClientState((state) => state.users.users);
  if (channel === undefined || subscribers === undefined) return null;
  const people = notSubscribed(text, users, subscribers, me);
  if (people.length === 0) return null;
  const principals = people.map(({ user_id: id }) => id);
  const add = (): void =>
    void reportRefusal(request('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel }], principals }));
  return (
    <output className="composer-notice">
      <LineIcon name="users" size={18} />
      <span>
        {t("{{names}} won't see this message because they are not in #{{channel}}.", {
          names: people.map(({ full_name: name }) => name).join(', '),
          channel,
        })}
      </span>
      <button type="button" className="text-link at-end" onClick={add}>
        {t('Add to channel')}
      </button>
    </output>
  );
}
