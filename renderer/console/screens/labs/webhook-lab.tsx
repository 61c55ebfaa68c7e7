/** The webhook bench: a bot whose webhook calls an inspector that is built in, what it was sent, and what it answers. */
import { Accordion, Badge, Button, Group, NumberInput, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { channelsQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { Card } from '../../components/section.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { clockTime } from '../../components/time.tsx';
import { useUnsaved } from '../../components/unsaved.tsx';
import { DeliveryLog } from '../../deliveries/delivery-log.tsx';
import { organizationQuery } from '../../settings/settings.ts';
import { webhookInspectorQuery, type WebhookInspectorWire, type CaughtWire } from '../../training/training.ts';

export function WebhookLab() {
  const { data, error, refetch } = useQuery(webhookInspectorQuery);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md" miw={0}>
        <Bots inspector={data} />
        <Answers key={`${data.status} ${data.answer}`} inspector={data} />
        {data.bots.map((bot) => (
          <Paper
            key={bot.user_id}
            withBorder
            p="md"
            component="section"
            aria-label={t('Deliveries of {{fullName}}', { fullName: bot.full_name })}
          >
            <Heading mb="sm">{t('Deliveries of {{fullName}}', { fullName: bot.full_name })}</Heading>
            <DeliveryLog botId={bot.user_id} />
          </Paper>
        ))}
      </Stack>
      <Caught inspector={data} />
    </SimpleGrid>
  );
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['training', 'inspector'] });
}

/** The channel of announcements, which every organization has from its first day; its name is in the organization's language. */
function useFirstChannel(): string {
  const organization = useQuery(organizationQuery);
  const channels = useQuery(channelsQuery(true));
  const id = organization.data?.settings['new_stream_announcements_stream_id'];
  const open = (channels.data ?? []).filter((channel) => !channel.is_archived);
  return (open.find((channel) => channel.stream_id === id) ?? open[0])?.name ?? 'general';
}

function Bots({ inspector: { bots, url } }: { inspector: WebhookInspectorWire }) {
  const refresh = useRefresh();
  const channel = useFirstChannel();
  const create = useMutation({
    mutationFn: () => request('POST', '/console/training/webhook_inspector'),
    onSuccess: async ({ full_name: name }) => {
      await refresh();
      notifications.show({
        message: t('{{name}} is ready. Mention it or send it a direct message.', { name }),
        color: 'green',
      });
    },
  });
  const call = useMutation({
    mutationFn: (name: string) =>
      request('POST', '/messages', {
        type: 'channel',
        to: channel,
        topic: 'webhooks',
        content: `@**${name}** hello`,
      }),
  });
  const error = create.error ?? call.error;
  return (
    <Card title={t('Inspector bots')} name={t('Inspector bots')} p="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('Their webhooks call {{url}} on this server. Creating the first bot allows webhooks to it.', {
          url,
        })}
      </Text>
      {bots.map((bot) => (
        <Group key={bot.user_id} justify="space-between">
          <Text size="sm" fw={600}>
            {bot.full_name}
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={call.isPending}
            onClick={() => call.mutate(bot.full_name)}
            aria-label={t('Mention in #{{channel}}: {{fullName}}', { channel, fullName: bot.full_name })}
          >
            {t('Mention in #{{channel}}', { channel })}
          </Button>
        </Group>
      ))}
      {error !== null && (
        <Text c="red" size="sm" role="alert">
          {error.message}
        </Text>
      )}
      <Group>
        <Button
          size="xs"
          variant={bots.length === 0 ? 'filled' : 'default'}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {bots.length === 0 ? t('Create inspector bot') : t('Create another bot')}
        </Button>
      </Group>
    </Card>
  );
}

function Answers({ inspector }: { inspector: WebhookInspectorWire }) {
  const refresh = useRefresh();
  const [status, setStatus] = useState(inspector.status);
  const [answer, setAnswer] = useState(inspector.answer);
  const change = useMutation({
    mutationFn: () => request('PATCH', '/console/training/webhook_inspector', { status, answer }),
    onSuccess: async () => {
      await refresh();
      notifications.show({ message: t('The inspector now uses this response.'), color: 'green' });
    },
  });
  useUnsaved(() => !change.isPending && (status !== inspector.status || answer !== inspector.answer));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t('Response of the inspector')}>
      <Stack gap="sm">
        <Heading>{t('Response of the inspector')}</Heading>
        <NumberInput
          label={t('Status')}
          min={200}
          max={599}
          value={status}
          onChange={(value) => setStatus(Number(value))}
        />
        <Textarea
          label={t('Body')}
          description={t(
            '"content" is posted; {"response_not_required": true} posts nothing; non-JSON counts as a failure.',
          )}
          autosize
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          error={change.error?.message}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Group>
          <Button type="submit" size="xs" loading={change.isPending}>
            {t('Save response')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Caught({ inspector: { caught } }: { inspector: WebhookInspectorWire }) {
  const refresh = useRefresh();
  const clear = useMutation({
    mutationFn: () => request('DELETE', '/console/training/webhook_inspector'),
    onSuccess: refresh,
  });
  return (
    <Stack gap="sm" miw={0}>
      <Group justify="space-between">
        <Heading>{t('Captured requests')}</Heading>
        <Button size="xs" variant="default" disabled={caught.length === 0} onClick={() => clear.mutate()}>
          {t('Clear')}
        </Button>
      </Group>
      {caught.length === 0 ? (
        <Nothing title={t('No requests captured yet')}>
          {t('Mention an inspector bot in a channel or send it a direct message. Its webhook requests appear here.')}
        </Nothing>
      ) : (
        <Accordion variant="contained" chevronPosition="left" order={3}>
          {caught.map((one) => (
            <Accordion.Item key={one.caught_id} value={String(one.caught_id)}>
              <Accordion.Control>
                <Group gap="sm" wrap="nowrap" miw={0}>
                  <Text component="span" size="xs" ff="monospace" c="dimmed" visibleFrom="xs">
                    {clockTime(one.at_ms)}
                  </Text>
                  <Text component="span" size="sm" truncate flex={1} miw={0}>
                    {String(one.payload['data'])}
                  </Text>
                  <Badge component="span" variant="light" color={one.status < 400 ? 'green' : 'red'}>
                    <Text component="span" inherit c="var(--mantine-color-text)">
                      {one.status}
                    </Text>
                  </Badge>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <CaughtCall one={one} onDone={() => void refresh()} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Stack>
  );
}

function CaughtCall({ one, onDone }: { one: CaughtWire; onDone: () => void }) {
  const resend = useMutation({
    mutationFn: () => request('POST', `/console/training/webhook_inspector/${one.caught_id}/resend`),
    onSuccess: () => {
      notifications.show({ message: t('Sent again.'), color: 'green' });
      onDone();
    },
  });
  return (
    <Stack gap="xs">
      <JsonText value={one.payload} label={t('the request')} />
      <Text size="sm">{t('Response {{status}}:', { status: one.status })}</Text>
      <JsonText value={one.answer} label={t('the response')} />
      {resend.error !== null && (
        <Text c="red" size="sm" role="alert">
          {resend.error.message}
        </Text>
      )}
      <Group>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('Send again')}
        </Button>
      </Group>
    </Stack>
  );
}
