/** What somebody should look at, each with its next step: behind the dot in the frame, and on the overview. */
import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Alert } from '../../../server/contract/shapes/overview.ts';
import { severityColors } from './status.ts';

interface AttentionListProps {
  lines: readonly Alert[];
  /** Called when a line's next step is taken. */
  onLeave?: () => void;
}

export function AttentionList({ lines, onLeave }: AttentionListProps) {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map((line) => (
        <Group key={line.kind + line.title} component="li" gap="sm" align="flex-start" wrap="nowrap">
          <Box pt={6}>
            <Dot color={severityColors[line.severity]} />
          </Box>
          <Box miw={0}>
            <Text size="sm" fw={600}>
              {line.title}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {line.message}
            </Text>
            {line.screen !== null && (
              <Anchor component={Link} href={line.screen.path} size="sm" onClick={onLeave}>
                {line.screen.label}
              </Anchor>
            )}
          </Box>
        </Group>
      ))}
    </Stack>
  );
}

export function Dot({ color }: { color: string }) {
  return <Box w={9} h={9} bg={`${color}.6`} style={{ borderRadius: '50%', flexShrink: 0 }} />;
}
