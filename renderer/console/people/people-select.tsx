/** Chooses people by name or by a pasted list of names and addresses; says which pieces of the list name no one. */
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isPeopleList, readPeople, type OfferedGroup } from '../../client/pasted-people.ts';
import { usersQuery } from '../../client/queries.ts';
import { t } from '../../client/text.ts';

interface PeopleSelectProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'onPaste' | 'onKeyDown'> {
  /** Ids as texts, also of groups where `data` has them. */
  value?: string[];
  onChange?: (value: string[]) => void;
  /** People who are there already. */
  without?: ReadonlySet<number>;
  /** Groups that are among `data`. */
  groups?: readonly OfferedGroup[];
}

export function PeopleSelect({ value = [], onChange, without, groups, error, onBlur, ...rest }: PeopleSelectProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const take = (list: string): void => {
    const read = readPeople(list, users, without, groups);
    setProblems(read.problems);
    onChange?.([...new Set([...value, ...read.groups, ...read.ids.map(String)])]);
    setSearch('');
  };
  return (
    <MultiSelect
      {...rest}
      searchable
      hidePickedOptions
      limit={60}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
      error={problems.length === 0 ? error : t('Not added: {{names}}', { names: problems.join('; ') })}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        if (text !== '') setProblems([]);
      }}
      onPaste={(event) => {
        const list = event.clipboardData.getData('text/plain');
        if (!isPeopleList(list)) return;
        event.preventDefault();
        take(list);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isPeopleList(search)) return;
        event.preventDefault();
        take(search);
      }}
      onBlur={(event) => {
        onBlur?.(event);
        // The field forgets its text now.
        if (search.trim() !== '') take(search);
      }}
    />
  );
}
