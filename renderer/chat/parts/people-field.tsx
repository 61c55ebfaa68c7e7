/** Chooses people: by a few letters of their names, recent partners first, or by a pasted list of names and addresses. */
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { namesakeMarks } from '../../client/namesakes.ts';
import { isPeopleList, readPeople } from '../../client/pasted-people.ts';
import type { User } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { Avatar } from '../kit/avatar.tsx';
import { TextField } from '../kit/form-fields.tsx';
import { indexOf, ranked } from '../kit/ranking.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { avatarPerson, useClientState } from '../store/use-chat.ts';

interface PeopleFieldProps {
  choice: PeopleChoice;
  label?: string;
  note?: string | undefined;
  /** Offers no one before something is written. */
  isQuiet?: boolean;
}

const shown = 6;
const nobody: ReadonlySet<number> = new Set();

/** People who are chosen, and the text of the field, which may name more of them. */
interface PeopleChoice {
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
  query: string;
  write: (text: string) => void;
  /** The pieces of a list that name no one who can be added; null where every piece does. */
  problem: string | null;
  without: ReadonlySet<number>;
  /** Chooses the people of a list. @returns all who are chosen now; null when a piece of it names no one */
  take: (list: string) => readonly number[] | null;
  /** Reads what is left in the field. @returns as `take` */
  settle: () => readonly number[] | null;
}

/** @param without ids of people who cannot be chosen. */
export function usePeopleChoice(
  chosen: readonly number[],
  onChange: (ids: readonly number[]) => void,
  without: ReadonlySet<number> = nobody,
): PeopleChoice {
  const users = useClientState((state) => state.users.users);
  const [query, setQuery] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const write = (text: string): void => {
    setQuery(text);
    setProblem(null);
  };
  const take = (list: string): readonly number[] | null => {
    const { ids, problems } = readPeople(list, users.values(), without);
    const all = [...new Set([...chosen, ...ids])];
    onChange(all);
    setQuery('');
    setProblem(problems.length === 0 ? null : t('Not added: {{names}}', { names: problems.join('; ') }));
    return problems.length === 0 ? all : null;
  };
  const settle = (): readonly number[] | null => (query.trim() === '' ? chosen : take(query));
  return { chosen, onChange, query, write, problem, without, take, settle };
}

export function PeopleField({ choice, label = t('People'), note, isQuiet = false }: PeopleFieldProps) {
  const { chosen, onChange, query, problem, without, take } = choice;
  const users = useClientState((state) => state.users.users);
  const marks = namesakeMarks(users);
  const [marked, setMarked] = useState<number | null>(null);
  const list = useId();
  const near = useFound(query, chosen, without);
  const found = isQuiet && query === '' ? [] : near;
  // What Enter takes; no one while nothing is asked for.
  const at = Math.min(marked ?? (query === '' ? -1 : 0), found.length - 1);
  const write = (text: string): void => {
    choice.write(text);
    setMarked(null);
  };
  const add = (id: number): void => {
    onChange([...chosen, id]);
    write('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const taken = found[at];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0)
      setMarked((Math.max(at, step === 1 ? -1 : 0) + step + found.length) % found.length);
    else if (event.key === 'Enter' && taken !== undefined) add(taken.user_id);
    else if (event.key === 'Enter' && query.trim() !== '') take(query);
    else return;
    event.preventDefault();
  };
  return (
    <div className="people-field">
      <TextField
        label={label}
        note={note}
        error={problem}
        value={query}
        onChange={write}
        autoComplete="off"
        aria-controls={list}
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!isPeopleList(pasted)) return;
          event.preventDefault();
          take(pasted);
        }}
      />
      {chosen.length > 0 && (
        <ul className="destination-chosen" aria-label={t('Chosen')}>
          {chosen.map((id) => (
            <li key={id}>
              <bdi>{users.get(id)?.full_name ?? id}</bdi>
              {marks.has(id) && <small>{marks.get(id)}</small>}
              <ToolButton
                icon="close"
                size={14}
                label={t('Remove {{name}}', { name: users.get(id)?.full_name ?? id })}
                onClick={() => onChange(chosen.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <ul id={list} className="destination-found" aria-label={t('Search results')}>
        {found.map((user, place) => (
          <li key={user.user_id}>
            <button
              type="button"
              id={`${list}-${place}`}
              aria-current={place === at || undefined}
              onClick={() => add(user.user_id)}
            >
              <Avatar person={avatarPerson(user, user.user_id)} size="1.5rem" />
              <bdi className="cut">{user.full_name}</bdi>
              {marks.has(user.user_id) && <small className="at-end cut">{marks.get(user.user_id)}</small>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** People who are near what is written and not chosen yet, whom one writes to first. */
function useFound(query: string, chosen: readonly number[], without: ReadonlySet<number>): User[] {
  const users = useClientState((state) => state.users.users);
  const recent = useClientState((state) => state.messages.recentDirect);
  const index = useMemo(
    () =>
      indexOf(
        [...users.values()]
          .filter(({ is_active: isActive, user_id: id }) => isActive !== false && !without.has(id))
          .map((user) => ({ value: user, names: [user.full_name], tier: user.is_bot ? 1 : 0 })),
      ),
    [users, without],
  );
  const partners = useMemo(
    () => new Set([...recent.values()].flatMap(({ conversation: c }) => (c.kind === 'direct' ? [...c.userIds] : []))),
    [recent],
  );
  const near = (id: number): number => (partners.has(id) ? 1 : 0);
  return ranked(index, query, ({ user_id: id }) => near(id), shown + chosen.length)
    .filter(({ user_id: id }) => !chosen.includes(id))
    .slice(0, shown);
}
