/** Waiting, failure and emptiness, the same on every screen. */
import { Alert, Box, Button, Center, EmptyState, Loader, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { createContext, useContext, type ReactNode } from 'react';
import { t } from '../../client/text.ts';

const rows = [1, 2, 3, 4, 5];

/** Where a list or a form will be: about as large, so that nothing jumps when it comes. */
export function Loading() {
  return (
    <Box component="output" display="block" w="100%" mih={320}>
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
      <Skeleton h={36} mb="md" maw={420} />
      {rows.map((row) => (
        <Skeleton key={row} h={34} mb="sm" />
      ))}
    </Box>
  );
}

/** Where a whole screen will be, with its heading. */
export function LoadingScreen() {
  return (
    <Box maw={1280} mx="auto">
      <Skeleton h={34} w={180} maw="60%" />
      <Skeleton h={18} w={380} maw="90%" mt="xs" mb="xl" />
      <Loading />
    </Box>
  );
}

/** The whole page, before it is known which it will be. */
export function LoadingPage() {
  return (
    <Center mih="100dvh" component="output" w="100%">
      <Loader aria-hidden />
      <Text c="dimmed" ms="md">
        {t('Loading')}
      </Text>
    </Center>
  );
}

/** Puts what stands for a whole screen below the screen's heading; null where there is one above already. */
export const FrameContext = createContext<((content: ReactNode) => ReactNode) | null>(null);

/** Says what went wrong in the server's own words, and offers to try again. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const frame = useContext(FrameContext);
  const alert = (
    <Center mih={240} p="md">
      <Alert color="red" title={t('Something went wrong')} role="alert" maw={520}>
        <Stack align="flex-start">
          <Text size="sm">{error.message}</Text>
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </Stack>
      </Alert>
    </Center>
  );
  return frame === null ? alert : frame(alert);
}

/** Nothing to list, and what to do about it. */
export function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return <EmptyState title={title} description={children} py="xl" px="md" />;
}
