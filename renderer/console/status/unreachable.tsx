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
    <Alert color="red" role="alert" title={t("Can't reach the server")} mb="md" maw={1280} mx="auto">
      <Text size="sm">
        {t('This page retries every few seconds and then continues. The information here may be out of date.')}
      </Text>
      <List size="sm" my="xs">
        <List.Item>
          {t('Check that the computer that runs the server is on and awake, and that Hearth is open on it.')}
        </List.Item>
        <List.Item>{t('Check that this device is on the same network as before.')}</List.Item>
      </List>
      <Group>
        <Button size="xs" variant="default" onClick={tryNow}>
          {t('Retry now')}
        </Button>
      </Group>
    </Alert>
  );
}
