/** Above a list of what happens on the server: whose it is, further choices, and words in it. */
import { Group, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';
import type { People } from '../people/people.ts';

interface FilterRowProps {
  people: People;
  /** Of the choice of a person, and what it says while no one is chosen. */
  label: string;
  everybody: string;
  userId: string | null;
  onUserId: (userId: string | null) => void;
  /** What the text is looked for in. */
  hint: string;
  text: string;
  onText: (text: string) => void;
  /** Between the two. */
  children: ReactNode;
  /** Behind them. */
  more?: ReactNode;
}

export function FilterRow({
  people,
  label,
  everybody,
  userId,
  onUserId,
  hint,
  text,
  onText,
  children,
  more,
}: FilterRowProps) {
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={label}
        placeholder={everybody}
        clearable
        searchable
        data={people.options}
        value={userId}
        onChange={onUserId}
        w={{ base: '100%', xs: 220 }}
      />
      {children}
      <TextInput
        label={t('Text')}
        data-search
        placeholder={hint}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        flex={1}
        miw={180}
      />
      {more}
    </Group>
  );
}
