/** One person's last two hours as a bar, so that a report is seen to arrive. */
import { Paper, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hourSecs, minuteMs } from '../../../client/durations.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Bars } from '../../presence/bars.tsx';
import { historyQuery, thisMinute } from '../../presence/presence.ts';
import { sumsOf, within, type Line } from '../../presence/stretches.ts';

const spanSeconds = 2 * hourSecs;

export function PresenceLine({ userId }: { userId: number }) {
  const [to, setTo] = useState(thisMinute);
  useInterval(() => setTo(thisMinute()), minuteMs / 4, { autoInvoke: true });
  const window = { from: to - spanSeconds, to };
  const { data } = useQuery({
    ...historyQuery(window.from, window.to),
    placeholderData: keepPreviousData,
    refetchInterval: 3000,
  });
  const found = data?.users.find(({ user_id: id }) => id === userId);
  if (found === undefined) return null;
  const stretches = within(found.stretches, window);
  const line: Line = {
    id: userId,
    name: found.full_name,
    isInvisible: found.is_invisible,
    stretches,
    sums: sumsOf(stretches),
  };
  return (
    <Paper p={0} component="section" aria-label={t('The last two hours')}>
      <Stack gap="xs">
        <Heading>{t('The last two hours')}</Heading>
        <Text size="xs" c="dimmed">
          {t('Consecutive reports of one status form one bar. Open the line to see each report.')}
        </Text>
        <Bars lines={[line]} window={window} zoom="day" />
      </Stack>
    </Paper>
  );
}
