/** Access of a bot's program: address, API key, the token by which it knows our calls, and a file with all it needs. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Subheading } from '../../components/heading.tsx';
import { Secret } from '../../components/secret.tsx';
import { Loading } from '../../components/states.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { DownloadConfig } from '../../network/api-config.tsx';
import { botsQuery, incomingWebhook, serviceOf, useBot, type Bot } from './bots.ts';
import { WebhookAddress } from './webhook-address.tsx';

export function BotAccess({ botId }: { botId: number }) {
  const bot = useBot(botId);
  const [isRenewing, setRenewing] = useState(false);
  if (bot === undefined) return <Loading />;
  const service = serviceOf(bot);
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <Subheading>{t('Signs in as')}</Subheading>
        <Group gap="xs">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {bot.email}
          </Text>
          <CopyText text={bot.email} label={t('address')} />
        </Group>
      </Stack>
      <Stack gap={6}>
        <Subheading>{t('API key')}</Subheading>
        <Secret value={bot.api_key} label={t('API key')} />
      </Stack>
      {bot.bot_type === incomingWebhook && <WebhookAddress bot={bot} />}
      {service !== undefined && (
        <Stack gap={6}>
          <Subheading>{t('Token')}</Subheading>
          <Text size="sm" c="dimmed">
            {t('Sent with every webhook call, so that the bot can verify that it comes from this server.')}
          </Text>
          <Secret value={service.token} label={t('token')} />
        </Stack>
      )}
      <Group>
        <DownloadConfig email={bot.email} apiKey={bot.api_key} />
        <Button variant="default" onClick={() => setRenewing(true)}>
          {t('New API key')}
        </Button>
      </Group>
      {isRenewing && <NewKey bot={bot} onClose={() => setRenewing(false)} />}
    </Stack>
  );
}

function NewKey({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Create new API key for {{fullName}}?', { fullName: bot.full_name })}
      confirm={t('Create new key')}
      run={() => request('POST', `/bots/${bot.user_id}/api_key/regenerate`)}
      done={{
        title: t('New API key'),
        message: t('Enter it in the program that runs {{fullName}}.', { fullName: bot.full_name }),
      }}
      stale={[botsQuery.queryKey]}
      onClose={onClose}
    >
      {t('The old key stops working immediately. Programs that use it need the new key.')}
    </ConfirmAction>
  );
}
