/** Trying the directory: as a user, and what a synchronization would change. Neither changes anything. */
import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../../client/request.ts';
import { t } from '../../../../client/text.ts';
import { directoryQuery } from './directory.ts';

export function LdapTest({ isOn }: { isOn: boolean }) {
  const client = useQueryClient();
  const [username, setUsername] = useState('');
  const test = useMutation({ mutationFn: () => request('POST', '/console/directory/test_user', { username }) });
  const preview = useMutation({ mutationFn: () => request('POST', '/console/directory/preview') });
  const synchronize = useMutation({
    mutationFn: () => request('POST', '/console/directory/synchronize'),
    onSuccess: async () => {
      preview.reset();
      await client.invalidateQueries({ queryKey: directoryQuery.queryKey });
    },
  });
  const problem = test.error ?? preview.error ?? synchronize.error;
  return (
    <Stack component="section" aria-label={t('Test the directory')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t('Test as a user')}
            description={t('A user name or an address. No password is needed, and nothing is changed.')}
            autoComplete="off"
            style={{ flex: '1 1 16rem' }}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={username.trim() === ''} loading={test.isPending}>
            {t('Test user')}
          </Button>
        </Group>
      </form>
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem.message}
        </Alert>
      )}
      {test.data !== undefined && <Found {...test.data} />}
      <Group>
        <Button variant="default" onClick={() => preview.mutate()} loading={preview.isPending}>
          {t('Show changes of a synchronization')}
        </Button>
        {isOn && (
          <Button variant="default" onClick={() => synchronize.mutate()} loading={synchronize.isPending}>
            {t('Synchronize now')}
          </Button>
        )}
      </Group>
      {preview.data !== undefined && <Sentences sentences={preview.data.changes} none={t('Nothing would change.')} />}
      {synchronize.data !== undefined && (
        <Text size="sm" component="output">
          {synchronize.data.state?.problem ??
            t('Synchronized. Changes: {{count}}', { count: synchronize.data.changes })}
        </Text>
      )}
    </Stack>
  );
}

interface FoundProps {
  found: readonly { dn: string; username: string; email: string; full_name: string; groups: readonly string[] }[];
  changes: readonly string[];
  refusal: string | null;
}

function Found({ found, changes, refusal }: FoundProps) {
  return (
    <Stack gap="xs" component="output">
      {found.map((one) => (
        <Stack key={one.dn} gap={2}>
          <Text size="sm" fw={600}>
            {one.full_name} ({one.username}, {one.email === '' ? t('no address') : one.email})
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {one.dn}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {one.groups.length === 0 ? t('In no group.') : t('Groups: {{groups}}', { groups: one.groups.join('; ') })}
          </Text>
        </Stack>
      ))}
      {refusal === null ? (
        <>
          <Text size="sm">{t('This user can sign in. The next sign-in would do this:')}</Text>
          <Sentences sentences={changes} none={t('Nothing would change.')} />
        </>
      ) : (
        <Alert color="yellow">{refusal}</Alert>
      )}
    </Stack>
  );
}

function Sentences({ sentences, none }: { sentences: readonly string[]; none: string }) {
  if (sentences.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <List size="sm">
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}
