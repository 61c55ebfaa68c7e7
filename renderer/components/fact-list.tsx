/** Names and values, one a line, as a list that can be read aloud. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function FactList({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <Stack component="dl" gap="xs" m={0}>
      {facts.map(([name, value]) => (
        <Group key={name} justify="space-between" wrap="nowrap" gap="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} ta="right" miw={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
