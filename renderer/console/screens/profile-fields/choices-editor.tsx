/** The choices of a field: added, renamed, ordered and taken away. */
import { Button, Fieldset, Input, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../client/text.ts';
import { TextInput } from '../../components/limited-inputs.tsx';
import { SortableList } from '../../components/sortable-list.tsx';
import type { Choice } from '../../people/profile-fields.ts';

interface ChoicesEditorProps {
  choices: Choice[];
  isNew: boolean;
  error: ReactNode;
  onChange: (choices: Choice[]) => void;
}

export function ChoicesEditor({ choices, isNew, error, onChange }: ChoicesEditorProps) {
  const nameOf = (choice: Choice) => (choice.text === '' ? t('an empty option') : choice.text);
  const add = () => onChange([...choices, { id: Math.max(-1, ...choices.map(({ id }) => id)) + 1, key: '', text: '' }]);
  return (
    <Fieldset legend={t('Options')} p="sm">
      {!isNew && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('If you remove an option, people who chose it have no value.')}
        </Text>
      )}
      <SortableList
        label={t('Options')}
        items={choices}
        idOf={({ id }) => id}
        nameOf={nameOf}
        onReorder={onChange}
        error={null}
        renderActions={(choice) => (
          <Button
            variant="outline"
            color="red"
            size="compact-sm"
            onClick={() => onChange(choices.filter(({ id }) => id !== choice.id))}
            aria-label={t('Remove {{name}}', { name: nameOf(choice) })}
          >
            {t('Remove')}
          </Button>
        )}
      >
        {(choice) => (
          <TextInput
            aria-label={t('Option {{number}}', { number: choices.findIndex(({ id }) => id === choice.id) + 1 })}
            maxLength={200}
            value={choice.text}
            onChange={({ currentTarget: { value } }) =>
              onChange(choices.map((one) => (one.id === choice.id ? { ...one, text: value } : one)))
            }
          />
        )}
      </SortableList>
      {error !== undefined && <Input.Error mt="xs">{error}</Input.Error>}
      <Button variant="default" size="compact-sm" mt="xs" onClick={add}>
        {t('Add option')}
      </Button>
    </Fieldset>
  );
}
