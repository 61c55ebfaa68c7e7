/** Calls of services that an incoming-webhook bot refused: the reason and the payload of each. */
import { Code, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';

export function RefusedCalls({ botId }: { botId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bots', botId, 'refused calls'],
    queryFn: ({ signal }) => request('GET', `/console/bots/${botId}/refused_calls`, {}, signal),
    refetchInterval: 10_000,
  });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.calls.length === 0)
    return <Nothing title={t('No failed calls')}>{t('Webhook calls that could not be posted appear here.')}</Nothing>;
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.calls.map(({ id, at, service, reason, payload }) => (
        <Paper component="li" key={id} withBorder p="sm">
          <Text size="sm" c="dimmed">
            {service} · <Ago date={new Date(at * 1000)} />
          </Text>
          <Text size="sm" fw={600} my={4} style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
          <Code block mah={240} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('Payload')}>
            {payload === '' ? t('No payload was sent.') : payload}
          </Code>
        </Paper>
      ))}
    </Stack>
  );
}
