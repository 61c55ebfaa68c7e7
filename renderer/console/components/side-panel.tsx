/** A panel beside a list, for one thing of it: all of its width on a phone. Escape and the button close it. */
import { Box, Drawer, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { useFocusReturn } from '../../components/focus-return.ts';
import { FrameContext } from './states.tsx';
import { useIsTopmost } from './topmost.ts';

interface SidePanelProps {
  title: string;
  /** A line below the title. */
  about?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ title, about, onClose, children }: SidePanelProps) {
  const isTopmost = useIsTopmost();
  useFocusReturn();
  return (
    <Drawer.Root opened onClose={onClose} closeOnEscape={isTopmost} returnFocus={false} position="right" size={620}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Not Drawer.Header: its <header> would count as a second banner of the page. */}
        <Group justify="space-between" align="flex-start" p="md" pb="xs" wrap="nowrap">
          <Box miw={0}>
            <Drawer.Title fw={600} fz="lg" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Drawer.Title>
            {about !== undefined && (
              <Text component="div" size="sm" c="dimmed" mt={4}>
                {about}
              </Text>
            )}
          </Box>
          <Drawer.CloseButton aria-label={t('Close')} />
        </Group>
        <Drawer.Body style={{ overflowWrap: 'anywhere' }}>
          <FrameContext value={null}>{children}</FrameContext>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
