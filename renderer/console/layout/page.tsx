/** The head of a screen: its title, one sentence, and what can be done there. Sets the title of the tab too. */
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FrameContext } from '../../components/states.tsx';
import { usePageFocus } from './use-page-focus.ts';

interface PageProps {
  title: string;
  description: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, description, actions, children }: PageProps) {
  useDocumentTitle(`${title} - Hearth`);
  const heading = usePageFocus();
  return (
    <Stack gap="lg" maw={1280} mx="auto">
      <Group justify="space-between" align="flex-start">
        <Box>
          <Title order={1} fz="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {/* A channel's may be a page long, and what is done here would be below it. */}
          <Text c="dimmed" lineClamp={5}>
            {description}
          </Text>
        </Box>
        {actions}
      </Group>
      <FrameContext value={null}>{children}</FrameContext>
    </Stack>
  );
}
