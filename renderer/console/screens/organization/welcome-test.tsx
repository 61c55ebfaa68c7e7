/** Sends the saved welcome message to the user who asks, as newcomers get it. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { MessagePeek } from '../../messages/message-peek.tsx';

/** @param text as it is saved */
export function WelcomeTest({ text }: { text: string }) {
  const [shown, setShown] = useState<number | null>(null);
  const send = useMutation({
    mutationFn: () =>
      request('POST', '/realm/test_welcome_bot_custom_message', {
        welcome_message_custom_text: text,
      }),
    onSuccess: ({ message_id: id }) => {
      setShown(id);
      notifications.show({
        color: 'green',
        title: t('Sent'),
        message: t('See the welcome message in your direct messages.'),
      });
    },
  });
  return (
    <Paper withBorder p="lg" mt="lg" component="section" aria-labelledby="welcome-test">
      <Group justify="space-between">
        <div>
          <Heading id="welcome-test">{t('Test the welcome message')}</Heading>
          <Text size="sm" c="dimmed">
            {text === ''
              ? t('Enter and save a welcome message above first.')
              : t('You get the saved message as a new member would.')}
          </Text>
        </div>
        <Button variant="default" disabled={text === ''} loading={send.isPending} onClick={() => send.mutate()}>
          {t('Send to me')}
        </Button>
      </Group>
      {send.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {send.error.message}
        </Text>
      )}
      {shown !== null && <MessagePeek id={shown} onClose={() => setShown(null)} />}
    </Paper>
  );
}
