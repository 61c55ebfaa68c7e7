/** Waiting, failure and emptiness, the same on every screen. */
import { Alert, Button, Center, EmptyState, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Loading() {
  return (
    <Center mih={240} component="output" w="100%">
      <Loader aria-hidden />
      <Text c="dimmed" ml="md">
        Loading
      </Text>
    </Center>
  );
}

/** Says what went wrong in the server's own words, and offers to try again. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Center mih={240} p="md">
      <Alert color="red" title="This did not work" role="alert" maw={520}>
        <Stack align="flex-start">
          <Text size="sm">{error.message}</Text>
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        </Stack>
      </Alert>
    </Center>
  );
}

/** Nothing to list, and what to do about it. */
export function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return <EmptyState title={title} description={children} py="xl" />;
}
