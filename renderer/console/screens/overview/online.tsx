/** Online users, with a link to all of them. */
import { Anchor, Box, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { compareNames } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { colors, labels, presenceQuery } from '../../presence/presence.ts';
import { Dot } from '../../status/alert-list.tsx';

const mostShown = 12;

export function Online() {
  const { data } = useQuery(presenceQuery);
  const people = (data?.users ?? [])
    .filter(({ status }) => status === 'active' || status === 'idle')
    .toSorted((a, b) => compareNames(a.status, b.status) || compareNames(a.full_name, b.full_name));
  return (
    <Paper withBorder p="lg" mih={200}>
      <Stack gap="sm">
        <Heading>
          {t('Online now')}
          {data !== undefined && ` (${people.length})`}
        </Heading>
        {data !== undefined && people.length === 0 && (
          <Text size="sm" c="dimmed">
            {data.presence_disabled ? t('Presence is turned off.') : t('No one is online.')}
          </Text>
        )}
        <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('People who are online')}>
          {people.slice(0, mostShown).map(({ user_id, full_name, status }) => (
            <Group component="li" key={user_id} gap="sm" wrap="nowrap">
              <Dot color={colors[status]} />
              <Anchor component={Link} href={`/users/${user_id}`} size="sm" truncate>
                {full_name}
              </Anchor>
              <Text size="sm" c="dimmed">
                {labels()[status]}
              </Text>
            </Group>
          ))}
        </Stack>
        <Box>
          <Anchor component={Link} href="/presence" size="sm">
            {people.length > mostShown
              ? t('And {{count}} more under Presence', { count: people.length - mostShown })
              : t('Open presence')}
          </Anchor>
        </Box>
      </Stack>
    </Paper>
  );
}
