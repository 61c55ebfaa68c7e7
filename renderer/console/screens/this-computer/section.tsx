/** One box of the screen, and what each is given. */
import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DesktopBridge, DesktopState } from '../../../../electron/bridge.ts';

export interface PartProps {
  state: DesktopState;
  app: DesktopBridge;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Stack gap="md">
        <Title order={2} fz="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}
