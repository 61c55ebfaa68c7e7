/** Sample data: what it is, and then inside at once, as the owner of an invented office. */
import { Alert, Anchor, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { firstRunQuery } from '../../../client/queries.ts';
import { ApiError, request } from '../../../client/request.ts';
import { enterSession } from '../../../client/session.ts';
import { currentLanguage, t } from '../../../client/text.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import type { WayProps } from './team-form.tsx';

export function EnterSample({ token, onBack, onForgetLink }: WayProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const enter = useMutation({
    mutationFn: () => request('POST', '/console/setup/sample', { token, language: currentLanguage() }),
    onSuccess: async (session) => {
      enterSession(client, session);
      navigate('/', { replace: true });
      await client.invalidateQueries(firstRunQuery);
    },
  });
  const isLinkWrong = enter.error instanceof ApiError && enter.error.code === 'INVALID_SETUP_TOKEN';
  return (
    <AuthLayout
      title={t('Try with sample data')}
      description={t('A made-up office of a dozen people, with two thousand messages from sixty days.')}
    >
      <Stack>
        {enter.error !== null && (
          <Alert color="red" role="alert">
            {enter.error.message}{' '}
            {isLinkWrong && (
              <Anchor component="button" type="button" onClick={onForgetLink} inherit>
                {t('Use another setup link')}
              </Anchor>
            )}
          </Alert>
        )}
        <List size="sm" c="dimmed">
          <List.Item>{t('You are signed in as an owner and can change anything.')}</List.Item>
          <List.Item>{t('Every screen shows that this is sample data.')}</List.Item>
          <List.Item>{t('To set up your own team, click “Sample data” at the top of any screen.')}</List.Item>
        </List>
        {enter.isPending && (
          <Stack gap="xs">
            <Text component="output" size="sm">
              {t('Creating sixty days of messages. This takes a few seconds.')}
            </Text>
            <Progress value={100} animated aria-label={t('Progress of the sample data')} />
          </Stack>
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={onBack} disabled={enter.isPending}>
            {t('Back')}
          </Button>
          <Button onClick={() => enter.mutate()} loading={enter.isPending}>
            {t('Open sample data')}
          </Button>
        </Group>
      </Stack>
    </AuthLayout>
  );
}
