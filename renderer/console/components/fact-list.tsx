/** Names and values, one a line: as a list that can be read aloud, or as a table. */
import { Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function FactList({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <Stack component="dl" gap="xs" m={0}>
      {facts.map(([name, value]) => (
        <Group key={name} justify="space-between" wrap="nowrap" gap="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} ta="end" miw={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** For what is known of one file. */
export function FactTable({ facts }: { facts: readonly [string, ReactNode][] }) {
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={130}>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
