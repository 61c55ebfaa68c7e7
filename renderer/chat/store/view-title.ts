/** The title of a view of messages: in its header, in the title of the page, for screen readers. */
import { emptyTopicName } from '../../client/empty-topic.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { conversationIn, isSearch, type Narrow } from '../routing/narrow.ts';
import { termTitle } from '../routing/term-title.ts';
import { useClientState } from './use-chat.ts';

export function useViewTitle(narrow: Narrow): string {
  const users = useClientState((state) => writersIn(state.users));
  const channels = useClientState((state) => state.channels.channels);
  const me = useClientState((state) => state.me);
  const emptyName = emptyTopicName();
  const conversation = conversationIn(narrow);
  if (conversation?.kind === 'channel') return conversation.topic === '' ? emptyName : conversation.topic;
  if (conversation?.kind === 'direct') {
    if (conversation.userIds.join() === String(me)) return t('Notes to yourself');
    return conversation.userIds.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ');
  }
  if (narrow.length === 0) return t('Everything');
  const names = {
    channel: (id: number) => channels.get(id)?.name,
    user: (id: number) => users.get(id)?.full_name,
  };
  if (!isSearch(narrow) || narrow.length === 1) return narrow.map((term) => termTitle(term, names)).join(', ');
  // The words first, then where they are looked for.
  const words = narrow.filter(({ operator, negated }) => operator === 'search' && negated !== true);
  const others = narrow.filter((term) => !words.includes(term)).map((term) => termTitle(term, names));
  const quoted = words.map(({ operand }) => `“${String(operand).replaceAll('"', '')}”`);
  return t('Search: {{text}}', { text: [...quoted, ...others].join(', ') });
}
