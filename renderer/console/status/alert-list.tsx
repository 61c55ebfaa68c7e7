/** Alerts, each with its next step: behind the dot in the frame, and on the overview. */
import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Alert } from '../../../server/contract/shapes/overview.ts';
import { severityColors } from './status.ts';

interface AlertListProps {
  alerts: readonly Alert[];
  /** Called when an alert's next step is taken. */
  onLeave?: () => void;
}

export function AlertList({ alerts, onLeave }: AlertListProps) {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {alerts.map((alert) => (
        <Group key={alert.kind + alert.title} component="li" gap="sm" align="flex-start" wrap="nowrap">
          <Box pt={6}>
            <Dot color={severityColors[alert.severity]} />
          </Box>
          <Box miw={0}>
            <Text size="sm" fw={600}>
              {alert.title}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {alert.message}
            </Text>
            {alert.screen !== null && (
              <Anchor component={Link} href={alert.screen.path} size="sm" onClick={onLeave}>
                {alert.screen.label}
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
