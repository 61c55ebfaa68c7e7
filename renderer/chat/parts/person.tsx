/** A person in a list: who they are, whether they are here, and their status; a click shows more. */
import { memo } from 'react';
import './people.css';
import { namesakeMarks } from '../../client/namesakes.ts';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { Avatar } from '../kit/avatar.tsx';
import { usePresenceOf } from '../store/presence.ts';
import { avatarPerson, useClientState } from '../store/use-chat.ts';
import { QuietMark } from './quiet-mark.tsx';

export const Person = memo(function Person({ id }: { id: number }) {
  useLanguage();
  const user = useClientState((state) => state.users.users.get(id));
  const me = useClientState((state) => state.me);
  const status = useClientState((state) => state.users.statuses.get(id)?.status_text);
  const presence = usePresenceOf(id);
  const mark = useClientState((state) => namesakeMarks(state.users.users).get(id));
  const said = user?.is_active === false ? t('Deactivated') : (status ?? noteOf(id === me, user?.is_bot === true));
  const note = mark === undefined || mark === said ? said : [mark, said].filter(Boolean).join(' · ');
  return (
    <a className={`person ${presence === 'away' && user?.is_bot !== true ? 'is-away' : ''}`} href={`#user/${id}`}>
      <Avatar person={{ ...avatarPerson(user, id), presence }} size="1.75rem" />
      <span className="person-name">
        <bdi className="cut">{user?.full_name ?? `#${id}`}</bdi>
        {note !== undefined && <small className="cut">{note}</small>}
      </span>
      <QuietMark userId={id} className="at-end" />
      {presence !== 'away' && (
        <span className="visually-hidden">{presence === 'active' ? t('online') : t('idle')}</span>
      )}
    </a>
  );
});

function noteOf(isMe: boolean, isBot: boolean): string | undefined {
  if (isMe) return t('You');
  return isBot ? t('Bot') : undefined;
}
