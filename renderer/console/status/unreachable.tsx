/** A server that does not answer: said on every screen, with what is being tried and what a person can look at. */
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { tryNow } from '../../client/long-poll.ts';
import { t } from '../../client/text.ts';

/** A server that is back sooner than this was hardly gone. */
const patienceMs = 2500;

/** To be shown while the connection is lost. */
export function Unreachable() {
  const [isLong, setLong] = useState(false);
  useTimeout(() => setLong(true), patienceMs, { autoInvoke: true });
  if (!isLong) return null;
  return (
    <Alert color="red" role="alert" title={t('The server does not answer')} mb="md" maw={1280} mx="auto">
      <Text size="sm">
        {t(
          'This page tries again by itself every few seconds, and goes on where you are. What you see here may be out of date.',
        )}
      </Text>
      <List size="sm" my="xs">
        <List.Item>{t('Is the computer that runs the server on and awake, and Hearth open on it?')}</List.Item>
        <List.Item>{t('Is this device in the same network as before?')}</List.Item>
      </List>
      <Group>
        <Button size="xs" variant="default" onClick={tryNow}>
          {t('Retry now')}
        </Button>
      </Group>
    </Alert>
  );
}
