/** Busiest channels of the last seven days, as bars with their figures. */
import { Anchor, Box, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { numberFormat } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { useLastDay } from '../../training/training.ts';
import { busiestQuery, chartColor } from './statistics.ts';

const number = numberFormat();

export function BusiestChannels() {
  const { data } = useQuery(busiestQuery(useLastDay()));
  const most = data?.[0]?.messages ?? 1;
  return (
    <Paper withBorder p="lg" mih={200}>
      <Heading>{t('Busiest channels')}</Heading>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Messages of the last seven days')}
      </Text>
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No channel messages this week.')}
        </Text>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.map(({ stream_id, name, messages }) => (
          <Box component="li" key={stream_id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Anchor component={Link} href={`/channels/${stream_id}`} size="sm" truncate>
                #{name}
              </Anchor>
              <Text size="sm">{number.format(messages)}</Text>
            </Group>
            <Progress value={(messages / most) * 100} size="sm" color={chartColor} aria-hidden />
          </Box>
        ))}
      </Stack>
    </Paper>
  );
}
