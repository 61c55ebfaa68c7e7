/** Direct messages in the sidebar: the latest, and all that are unread. */
import { memo, useMemo } from 'react';
import { matches } from '../../client/fold.ts';
import { direct, keyOf } from '../../client/state/conversation.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useConversationMenu } from '../actions/topic.ts';
import { Avatar } from '../kit/avatar.tsx';
import { SideRow } from '../kit/side-row.tsx';
import { SideSection } from '../kit/side-section.tsx';
import { QuietMark } from '../parts/quiet-mark.tsx';
import { conversationAddress, type View } from '../routing/address.ts';
import { peopleName } from '../store/conversation-name.ts';
import { countedOf } from '../store/inbox-rows.ts';
import { usePresenceOf } from '../store/presence.ts';
import type { UnreadCounts } from '../store/unread.ts';
import { avatarPerson, useClientState, useNames } from '../store/use-chat.ts';

const fewDirect = 8;
const nobody: readonly number[] = [];

interface DirectMessagesProps {
  view: View;
  counts: UnreadCounts;
  isFolded: boolean;
  onFold: () => void;
  /** Only those whose name has it; empty = the latest. */
  words: string;
}

export function DirectMessages({ view, counts, isFolded, onFold, words }: DirectMessagesProps) {
  const recent = useClientState((state) => state.messages.recentDirect);
  const me = useClientState((state) => state.me);
  const users = useClientState((state) => writersIn(state.users));
  const open = view.kind === 'narrow' ? view.narrow[0] : undefined;
  const openIds = open?.operator === 'dm' && Array.isArray(open.operand) ? (open.operand as readonly number[]) : null;
  const openKey = openIds === null ? null : keyOf({ kind: 'direct', userIds: openIds });
  const isSomebody = openIds?.every((id) => users.has(id)) === true;
  const rows = useMemo(() => {
    const sorted = [...recent]
      .toSorted(([, a], [, b]) => b.maxMessageId - a.maxMessageId)
      .filter(([key, { conversation }], index) =>
        words === ''
          ? index < fewDirect || counts.byConversation.has(key) || key === openKey
          : conversation.kind === 'direct' && matches(words, peopleName(conversation.userIds, users, me)),
      )
      .map(([key, { conversation }]) => ({ key, conversation }));
    // Someone to whom nothing was ever written stands there while one looks at them.
    const isNew = isSomebody && openKey !== null && openIds !== null && !recent.has(openKey);
    return isNew && words === '' ? [{ key: openKey, conversation: direct(openIds, me) }, ...sorted] : sorted;
  }, [recent, counts, openKey, openIds, isSomebody, me, words, users]);
  const unread = [...counts.byConversation.values()].filter(({ conversation }) => conversation.kind === 'direct');
  const sum = unread.reduce((before, each) => before + countedOf(each), 0);
  if (words !== '' && rows.length === 0) return null;
  return (
    <SideSection
      title={t('Direct messages')}
      isFolded={isFolded && words === ''}
      onFold={onFold}
      count={sum}
      calls={sum}
      tools={
        <a className="tool" href="#direct" aria-label={t('All direct messages')} title={t('All direct messages')}>
          <LineIcon name="next" size={16} />
        </a>
      }
    >
      <ul>
        {rows.map(({ key, conversation }) => {
          const one = counts.byConversation.get(key);
          return (
            <li key={key}>
              <DirectRow
                userIds={conversation.kind === 'direct' ? conversation.userIds : nobody}
                isCurrent={key === openKey}
                count={one === undefined ? 0 : countedOf(one)}
              />
            </li>
          );
        })}
      </ul>
    </SideSection>
  );
}

interface DirectRowProps {
  userIds: readonly number[];
  isCurrent: boolean;
  count: number;
}

const DirectRow = memo(function DirectRow({ userIds, isCurrent, count }: DirectRowProps) {
  useLanguage();
  const users = useClientState((state) => writersIn(state.users));
  const me = useClientState((state) => state.me);
  const names = useNames();
  const menu = useConversationMenu();
  const [first = 0] = userIds;
  const presence = usePresenceOf(userIds.length === 1 ? first : null);
  const isMuted = useClientState((state) => userIds.length === 1 && state.own.mutedUsers.has(first));
  const conversation = { kind: 'direct', userIds } as const;
  return (
    <SideRow
      href={conversationAddress(conversation, names)}
      isCurrent={isCurrent}
      name={peopleName(userIds, users, me)}
      count={count}
      calls={count}
      isMuted={isMuted}
      menu={() => menu(conversation)}
      mark={<QuietMark userId={userIds.length === 1 ? first : null} />}
    >
      <Avatar
        person={
          userIds.length === 1
            ? { ...avatarPerson(users.get(first), first), presence }
            : { id: first, name: String(userIds.length), avatarUrl: null, isBot: false }
        }
        size="1.25rem"
      />
    </SideRow>
  );
});
