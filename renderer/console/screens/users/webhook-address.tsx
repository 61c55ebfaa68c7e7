/** The address that a service is given, to post on its own as an incoming-webhook bot: ready to be copied, the key in it. */
import { Alert, Code, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Subheading } from '../../components/heading.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { useSite } from '../../network/use-site.ts';
import type { Bot } from './bots.ts';

const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await request('GET', '/console/integrations', {}, signal)).integrations,
});

export function WebhookAddress({ bot }: { bot: Bot }) {
  const services = useQuery(integrationsQuery);
  const channels = useQuery(channelsQuery(false));
  const site = useSite();
  const [name, setName] = useState('json');
  const [channel, setChannel] = useState<string | null>(null);
  const [topic, setTopic] = useState('');
  if (services.error !== null) return <Failure error={services.error} onRetry={() => void services.refetch()} />;
  if (services.data === undefined) return <Loading />;
  const query = new URLSearchParams({
    api_key: bot.api_key,
    ...(channel !== null && { stream: channel }),
    ...(topic.trim() !== '' && { topic: topic.trim() }),
  });
  const address = `${site}/api/v1/external/${name}?${query.toString()}`;
  const hidden = address.replace(bot.api_key, '…');
  return (
    <Stack gap="xs">
      <Subheading>{t('Service URL')}</Subheading>
      <Select
        label={t('Service')}
        allowDeselect={false}
        searchable
        data={services.data.map((one) => ({ value: one.name, label: one.display_name }))}
        value={name}
        onChange={(value) => setName(value ?? 'json')}
        description={services.data.find((one) => one.name === name)?.hint}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('Channel')}
          placeholder={t("Direct message to the bot's owner")}
          clearable
          searchable
          data={(channels.data ?? []).filter((one) => !one.is_archived).map((one) => one.name)}
          value={channel}
          onChange={setChannel}
        />
        <TextInput
          label={t('Topic')}
          placeholder={t('Set by the service')}
          maxLength={60}
          value={topic}
          onChange={(event) => setTopic(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere' }}>{hidden}</Code>
        <CopyText text={address} label={t('service URL')} />
      </Group>
      <Alert color="yellow" p="xs">
        <Text size="sm">{t('The copied URL contains the API key. Anyone who has it can post as this bot.')}</Text>
      </Alert>
    </Stack>
  );
}
