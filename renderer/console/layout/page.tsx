/** The head of a screen: its title, one sentence, and what can be done there. Sets the title of the tab too. */
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { FrameContext } from '../components/states.tsx';

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

/** The screen that was opened last. The first one after loading leaves the focus where browsers put it. */
let lastScreen: string | undefined;

/**
 * When another screen opens, the focus goes to its heading, so that it is read out and Tab goes on from there.
 * @returns what the heading of the screen is given as its ref.
 */
function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const [location] = useLocation();
  const screen = location.split('/', 2).join('/');
  useEffect(() => {
    const before = lastScreen;
    lastScreen = screen;
    if (before === undefined || before === screen) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [screen]);
  return heading;
}
