/** Banner on every screen, for everyone, that the server answers wrongly on purpose. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { request } from '../../client/request.ts';
import { useSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { trainingQuery } from '../training/training.ts';

export function FaultBanner() {
  const { is_admin: isAdmin } = useSession();
  const client = useQueryClient();
  const { data } = useQuery(trainingQuery);
  const end = useMutation({
    mutationFn: () => request('DELETE', '/console/training/faults'),
    onSettled: () => client.invalidateQueries({ queryKey: ['training'] }),
  });
  const count = data?.faults.length ?? 0;
  if (count === 0) return null;
  return (
    <Alert mb="md" role="alert" maw={1280} mx="auto" bg="orange.4" bd="1px solid orange.9">
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600} c="black">
          {t('{{count}} faults are on. API requests fail on purpose, for training.', {
            count,
            defaultValue_one: 'A fault is on. API requests fail on purpose, for training.',
          })}
        </Text>
        {isAdmin && (
          <Group gap="xs">
            <Button component={Link} href="/labs/faults" variant="white" color="dark" size="compact-sm">
              {t('Show faults')}
            </Button>
            <Button variant="white" color="dark" size="compact-sm" loading={end.isPending} onClick={() => end.mutate()}>
              {t('End all')}
            </Button>
          </Group>
        )}
      </Group>
    </Alert>
  );
}
