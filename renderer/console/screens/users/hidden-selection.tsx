/** Accounts that are chosen, and that the search hides: what is done to the chosen is done to them too, so they are named. */
import { Button, Group, Text } from '@mantine/core';
import type { User } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import type { Selection } from '../../components/use-selection.tsx';

/** So many are named, then counted. */
const named = 5;

interface HiddenSelectionProps {
  selection: Selection;
  /** Everyone in the part of the list that is shown, whatever is searched for. */
  users: readonly User[];
  /** Of them, those that a search leaves. */
  shown: readonly User[];
}

export function HiddenSelection({ selection, users, shown }: HiddenSelectionProps) {
  const seen = new Set(shown.map(({ user_id: id }) => id));
  const hidden = users.filter(({ user_id: id }) => selection.selected.has(id) && !seen.has(id));
  if (hidden.length === 0) return null;
  const names = hidden.slice(0, named).map(({ full_name: name }) => name);
  const rest = hidden.length - names.length;
  return (
    <Group gap="sm" component="output">
      <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {rest > 0
          ? t('Also selected but hidden by the search: {{names}} and {{count}} more', {
              names: names.join(', '),
              count: rest,
            })
          : t('Also selected but hidden by the search: {{names}}', { names: names.join(', ') })}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() =>
          selection.select(
            hidden.map(({ user_id: id }) => id),
            false,
          )
        }
      >
        {t('Deselect')}
      </Button>
    </Group>
  );
}
