/** One subject of a screen, with its heading; what went wrong with it stands at its top. */
import { Alert, Paper, Stack, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Heading } from './heading.tsx';

interface SectionProps {
  title: string;
  /** What it is for, in a sentence. */
  description?: ReactNode;
  /** What went wrong with it. */
  error?: Error | null;
  children: ReactNode;
}

export function Section({ title, description, error, children }: SectionProps) {
  const id = useId();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={id}>
      <Stack>
        <div>
          <Heading id={id}>{title}</Heading>
          {description !== undefined && (
            <Text size="sm" c="dimmed" maw={720}>
              {description}
            </Text>
          )}
        </div>
        {error != null && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        {children}
      </Stack>
    </Paper>
  );
}

interface CardProps {
  title: string;
  /** Of the region that it is for those who hear the page; without one it is none. */
  name?: string;
  p?: 'md' | 'lg';
  children: ReactNode;
}

/** What stands on a screen in a frame of its own, under its heading. */
export function Card({ title, name, p = 'lg', children }: CardProps) {
  return (
    <Paper withBorder p={p} {...(name !== undefined && { component: 'section', 'aria-label': name })}>
      <Stack gap="sm">
        <Heading>{title}</Heading>
        {children}
      </Stack>
    </Paper>
  );
}
