/** Figures and facts of the overview, as lists that can be read aloud. */
import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FactList } from '../../components/fact-list.tsx';
import { Heading } from '../../components/heading.tsx';

/** One big number. */
export function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <Paper withBorder p="md" component="div">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz={{ base: 22, xs: 28 }} fw={600} lh={1.3}>
        {value}
      </Text>
      {note !== undefined && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}

/** Names and values under a heading. */
export function Facts({ title, facts }: { title: string; facts: [string, ReactNode][] }) {
  return (
    <Paper withBorder p="lg">
      <Heading mb="sm">{title}</Heading>
      <FactList facts={facts} />
    </Paper>
  );
}
