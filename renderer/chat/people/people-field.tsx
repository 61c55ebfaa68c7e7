/** Chooses people: by a few letters of their names, whom one writes to first. */
import { useMemo, useState } from 'react';
import { t } from '../../client/text.ts';
import { indexOf, ranked } from '../completion/ranking.ts';
import { ToolButton } from '../components/tool-button.tsx';
import { TextField } from '../floating/form-fields.tsx';
import { useKnown } from '../model/use-chat.ts';

interface PeopleFieldProps {
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
  /** People who are not offered. */
  without?: ReadonlySet<number>;
}

const shown = 6;
const nobody: ReadonlySet<number> = new Set();

export function PeopleField({ chosen, onChange, without = nobody }: PeopleFieldProps) {
  const users = useKnown((known) => known.users.users);
  const recent = useKnown((known) => known.messages.recentDirect);
  const [query, setQuery] = useState('');
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
  const found = ranked(index, query, ({ user_id: id }) => near(id), shown + chosen.length)
    .filter(({ user_id: id }) => !chosen.includes(id))
    .slice(0, shown);
  const add = (id: number): void => {
    onChange([...chosen, id]);
    setQuery('');
  };
  return (
    <div className="people-field">
      <TextField
        label={t('People')}
        value={query}
        onChange={setQuery}
        autoComplete="off"
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || query === '' || first === undefined || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(first.user_id);
        }}
      />
      {chosen.length > 0 && (
        <ul className="destination-chosen" aria-label={t('Chosen')}>
          {chosen.map((id) => (
            <li key={id}>
              <bdi>{users.get(id)?.full_name ?? id}</bdi>
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
      <ul className="destination-found" aria-label={t('Found')}>
        {found.map(({ user_id: id, full_name: name }) => (
          <li key={id}>
            <button type="button" onClick={() => add(id)}>
              <bdi className="cut">{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
