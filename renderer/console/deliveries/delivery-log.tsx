/** The log of an outgoing webhook: every call with what was sent and answered, and another try. */
import { Accordion, Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookCallWire } from '../../../server/contract/shapes/deliveries.ts';
import { request } from '../../client/request.ts';
import { perLanguage, t } from '../../client/text.ts';
import { FactList } from '../components/fact-list.tsx';
import { JsonText, TextBlock } from '../components/json-text.tsx';
import { Failure, Loading, Nothing } from '../components/states.tsx';
import { Ago } from '../components/time.tsx';

const shown = 50;

/** No event reports deliveries, so they are asked for while someone looks. */
function webhookCallsQuery(botId: number) {
  return queryOptions({
    queryKey: ['deliveries', 'webhook', botId],
    queryFn: async ({ signal }) => {
      const params = { kind: 'webhook', subject_id: botId, limit: shown };
      const { deliveries } = await request('GET', '/console/deliveries', params, signal);
      return deliveries.filter((one) => one.kind === 'webhook');
    },
    refetchInterval: 3000,
  });
}

const states = perLanguage(
  () =>
    ({
      pending: { label: t('Waiting'), color: 'yellow' },
      done: { label: t('Delivered'), color: 'green' },
      failed: { label: t('Failed'), color: 'red' },
    }) as const,
);
const triggers = perLanguage((): Record<string, string> => ({
  mention: t('Mentioned'),
  direct_message: t('Direct message'),
}));

export function DeliveryLog({ botId }: { botId: number }) {
  const { data, error, refetch } = useQuery(webhookCallsQuery(botId));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return (
      <Nothing title={t('No deliveries yet')}>
        {t('Mention the bot in a channel or send it a direct message. Each webhook call appears here.')}
      </Nothing>
    );
  return (
    <Stack gap="xs">
      <Accordion variant="contained" chevronPosition="left" order={3}>
        {data.map((call) => (
          <Accordion.Item key={call.id} value={String(call.id)}>
            <Accordion.Control>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" miw={0}>
                  {triggers()[call.trigger ?? ''] ?? t('Sent')}, <Ago date={new Date(call.created_at * 1000)} />
                </Text>
                <Badge variant="dot" color={states()[call.status].color} style={{ flexShrink: 0 }}>
                  {states()[call.status].label}
                </Badge>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Call call={call} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Text size="xs" c="dimmed">
        {data.length === shown ? `${t('The newest {{shown}} calls.', { shown })} ` : ''}
        {t('Calls are kept for 30 days.')}
      </Text>
    </Stack>
  );
}

function Call({ call }: { call: WebhookCallWire }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => request('POST', `/console/deliveries/${call.id}/retry`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
    onError: (error) => notifications.show({ color: 'red', title: t('Could not retry'), message: error.message }),
  });
  return (
    <Stack gap="sm">
      <FactList
        facts={[
          [t('Attempts'), String(call.attempts)],
          [t('Response status'), call.last_status === null ? t('none') : String(call.last_status)],
          ...(call.next_attempt_at === null
            ? []
            : ([[t('Retried'), <Ago key="next" date={new Date(call.next_attempt_at * 1000)} />]] as [
                string,
                React.ReactNode,
              ][])),
        ]}
      />
      {call.last_error !== null && call.status !== 'done' && <Alert color="red">{call.last_error}</Alert>}
      {call.status !== 'done' && (
        <Group>
          <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('Retry now')}
          </Button>
        </Group>
      )}
      <Content id={call.id} status={call.status} />
    </Stack>
  );
}

/** Shown to the user who may read the message; the others are informed why it is not there. */
function Content({ id, status }: { id: number; status: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', id, status],
    queryFn: async ({ signal }) => (await request('GET', `/console/deliveries/${id}`, {}, signal)).delivery,
  });
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.kind !== 'webhook' || data.request === null)
    return (
      <Text size="sm" c="dimmed">
        {t("Message hidden: you can't access it, or it was deleted.")}
      </Text>
    );
  return (
    <>
      <Text size="sm" fw={500}>
        {t('Sent')}
      </Text>
      <JsonText value={data.request} label={t('payload')} maxHeight={240} />
      {data.answer !== null && (
        <>
          <Text size="sm" fw={500}>
            {t('Response')}
          </Text>
          <TextBlock text={data.answer} label={t('response')} maxHeight={200} />
        </>
      )}
    </>
  );
}
