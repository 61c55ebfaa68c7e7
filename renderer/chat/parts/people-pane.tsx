/** The people of a conversation: a pane beside it at a desk, a drawer over it where there is less room. */
import './people.css';
import { useMemo, useState } from 'react';
import { t } from '../../client/text.ts';
import { Dialog } from '../kit/dialog.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { useChat, useClientState, useRange } from '../store/use-chat.ts';
import { useMembers } from './members.ts';
import { peopleList } from './people-list.ts';
import { hidePeople, useIsWide } from './people-shown.ts';
import { Person } from './person.tsx';

/** Drawn at once; a channel of thousands has a list of its own. */
const mostOthers = 100;

export function PeoplePane({ narrow }: { narrow: Narrow }) {
  const isWide = useIsWide();
  if (!isWide)
    return (
      <Dialog title={t('People')} className="people-drawer" onClose={hidePeople}>
        <People narrow={narrow} />
      </Dialog>
    );
  return (
    <aside className="pane people" aria-label={t('People')}>
      <header className="view-header">
        <h2>{t('People')}</h2>
        <ToolButton icon="close" className="at-end" label={t('Close')} onClick={hidePeople} />
      </header>
      <div className="scroll">
        <People narrow={narrow} />
      </div>
    </aside>
  );
}

function People({ narrow }: { narrow: Narrow }) {
  const { messages } = useChat();
  const users = useClientState((state) => state.users.users);
  const range = useRange(narrow);
  const me = useClientState((state) => state.me);
  const conversation = conversationIn(narrow);
  const term = narrow.find(({ operator }) => operator === 'channel');
  const channelId = typeof term?.operand === 'number' ? term.operand : null;
  const members = useMembers(channelId);
  const ids = range?.ids;
  const { writers, others } = useMemo(() => {
    const senders = (ids ?? []).flatMap((id) => messages.get(id)?.sender_id ?? []);
    const isDirect = conversation?.kind === 'direct';
    const readers = isDirect ? [...conversation.userIds, me] : members;
    return peopleList(senders, readers, users, { withFormer: isDirect });
  }, [ids, messages, conversation, me, members, users]);
  return (
    <>
      <PeopleSection title={t('Active in this topic')} ids={writers} />
      <PeopleSection title={othersTitle(channelId !== null, writers.length > 0)} ids={others} />
    </>
  );
}

function othersTitle(isChannel: boolean, hasWriters: boolean): string {
  if (isChannel) return hasWriters ? t('Other members') : t('Members');
  return hasWriters ? t('Other participants') : t('Participants');
}

function PeopleSection({ title, ids }: { title: string; ids: readonly number[] }) {
  const [isAll, setIsAll] = useState(false);
  if (ids.length === 0) return null;
  const shown = isAll ? ids : ids.slice(0, mostOthers);
  return (
    <section>
      <h3 className="people-title">
        {title} · {ids.length}
      </h3>
      <ul>
        {shown.map((id) => (
          <li key={id}>
            <Person id={id} />
          </li>
        ))}
      </ul>
      {ids.length > shown.length && (
        <button type="button" className="button quiet" onClick={() => setIsAll(true)}>
          {t('Show all')}
        </button>
      )}
    </section>
  );
}
