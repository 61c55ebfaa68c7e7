/** Filter bar above a list: a field that finds rows by what is written in them, and beside it what else narrows the list. */
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';

interface ListFilterProps {
  label?: string;
  /** What is searched: "Name or email". */
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  children?: ReactNode;
}

export function ListFilter({ label = t('Search'), placeholder, search, onSearch, children }: ListFilterProps) {
  return (
    <Group align="flex-end">
      <TextInput
        label={label}
        data-search
        placeholder={placeholder}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        flex={1}
        miw={200}
      />
      {children}
    </Group>
  );
}
