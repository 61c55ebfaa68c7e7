/** Messages over time: a chart for the eye, the sum in words, and all of it as a table. */
import { Box, Button, Center, Group, Paper, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { numberFormat } from '../../../client/formats.ts';
import { lazyPart } from '../../../client/lazy-part.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure } from '../../components/states.tsx';
import { useLastDay } from '../../training/training.ts';
import { messagesQuery, type Period, type Span } from './statistics.ts';

const MessagesChart = lazyPart(async () => (await import('./messages-chart.tsx')).MessagesChart);

const height = 220;
const number = numberFormat();

export function Messages() {
  const [period, setPeriod] = useState<Period>('30');
  const [isTable, { toggle }] = useDisclosure(false);
  const { data, error, refetch } = useQuery({
    ...messagesQuery(period, useLastDay()),
    placeholderData: keepPreviousData,
  });
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Heading>{t('Messages sent')}</Heading>
          <SegmentedControl
            size="xs"
            aria-label={t('Time')}
            value={period}
            onChange={(value) => setPeriod(value as Period)}
            data={[
              { value: '30', label: t('30 days') },
              { value: '60', label: t('60 days') },
              { value: 'today', label: t('Today') },
            ]}
          />
        </Group>
        {error !== null && data === undefined ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Box mih={height} aria-hidden>
            {data !== undefined && (
              <Suspense fallback={<Box h={height} />}>
                {data.some(({ messages }) => messages > 0) ? (
                  <MessagesChart spans={data} height={height} />
                ) : (
                  <Center h={height}>
                    <Text c="dimmed">{t('No messages in this period.')}</Text>
                  </Center>
                )}
              </Suspense>
            )}
          </Box>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed" mih={22}>
            {data !== undefined && summary(data)}
          </Text>
          <Button size="compact-sm" variant="default" aria-expanded={isTable} onClick={toggle}>
            {isTable ? t('Hide table') : t('Show as table')}
          </Button>
        </Group>
        {isTable && data !== undefined && <Figures spans={data} />}
      </Stack>
    </Paper>
  );
}

function Figures({ spans }: { spans: Span[] }) {
  return (
    <Box
      component="section"
      tabIndex={0}
      aria-label={t('Messages sent, as a table')}
      mah={260}
      style={{ overflow: 'auto' }}
    >
      <Table stickyHeader aria-label={t('Messages sent')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('When')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('Messages')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {spans.toReversed().map(({ label, messages }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="end">{number.format(messages)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

/** "1,204 in all; most on Mar 4: 96". */
function summary(spans: readonly Span[]): string {
  const all = spans.reduce((sum, { messages }) => sum + messages, 0);
  const [first] = spans.toSorted((a, b) => b.messages - a.messages);
  if (first === undefined || first.messages === 0) return t('{{all}} in this period', { all: number.format(all) });
  return t('{{all}} in this period. Busiest: {{label}} ({{messages}}).', {
    all: number.format(all),
    label: first.label,
    messages: number.format(first.messages),
  });
}
