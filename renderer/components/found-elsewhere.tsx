/** Rows that a search finds beside the list, where they are archived or deactivated: their number, and the way to them. */
import { Anchor, Group, Text } from '@mantine/core';

interface FoundElsewhereProps {
  /** The other lists in which the search finds rows: what the link says, and how to get there. */
  lists: readonly { name: string; count: number; onShow: () => void }[];
}

export function FoundElsewhere({ lists }: FoundElsewhereProps) {
  const found = lists.filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  return (
    <Group component="output" gap="md">
      {found.map(({ name, onShow }) => (
        <Text key={name} size="sm" component="span">
          <Anchor component="button" type="button" inherit onClick={onShow}>
            {name}
          </Anchor>
        </Text>
      ))}
    </Group>
  );
}
