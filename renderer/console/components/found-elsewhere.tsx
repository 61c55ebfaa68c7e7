/** Search results in other lists of a screen: how many rows, and the way to them. */
import { Anchor, Group, Text } from '@mantine/core';
import { t } from '../../client/text.ts';

interface FoundElsewhereProps {
  search: string;
  /** What the link says: "1 archived channel". */
  lists: readonly { name: string; count: number; onShow: () => void }[];
}

export function FoundElsewhere({ search, lists }: FoundElsewhereProps) {
  const found = lists.filter(({ count }) => count > 0);
  if (search.trim() === '' || found.length === 0) return null;
  return (
    <Group component="output" gap="xs">
      <Text component="span" size="sm" c="dimmed">
        {t('Also found:')}
      </Text>
      {found.map(({ name, onShow }) => (
        <Anchor key={name} component="button" type="button" size="sm" onClick={onShow}>
          {name}
        </Anchor>
      ))}
    </Group>
  );
}
