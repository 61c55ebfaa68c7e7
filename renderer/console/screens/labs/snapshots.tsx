/** Snapshots: the present data under a name, to come back to. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { Ago } from '../../components/time.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import type { DemoWire, SnapshotWire, ResetTarget } from '../../training/training.ts';

interface SnapshotsProps {
  demo: DemoWire;
  /** The snapshot that is being put back; '' for a scenario; null while nothing is. */
  resetting: string | null;
  onReset: (target: ResetTarget) => void;
}

export function Snapshots({ demo, resetting, onReset }: SnapshotsProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [deleting, setDeleting] = useState<SnapshotWire | null>(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['training'] });
  const save = useMutation({
    mutationFn: () => request('POST', '/console/training/snapshots', { name: name.trim() }),
    onSuccess: async () => {
      await refresh();
      notifications.show({ message: t('Saved “{{name}}”.', { name: name.trim() }), color: 'green' });
      setName('');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack gap="sm">
      <Heading>{t('Snapshots')}</Heading>
      <form onSubmit={submit}>
        <Group align="flex-start">
          <TextInput
            label={t('Name of a new snapshot')}
            placeholder={t('After the first lesson')}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={save.error?.message}
            flex={1}
            miw={220}
            maw={420}
          />
          <Button type="submit" mt={25} disabled={name.trim() === ''} loading={save.isPending}>
            {t('Save current data')}
          </Button>
        </Group>
      </form>
      {demo.snapshots.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No snapshots yet. A snapshot saves all current data and survives resets and restarts.')}
        </Text>
      )}
      {demo.snapshots.map((snapshot) => (
        <SnapshotRow
          key={snapshot.name}
          snapshot={snapshot}
          isPresent={demo.snapshot === snapshot.name}
          resetting={resetting}
          onRestore={() => onReset({ snapshot: snapshot.name, title: snapshot.name })}
          onDelete={() => setDeleting(snapshot)}
        />
      ))}
      {deleting !== null && (
        <DeleteSnapshot name={deleting.name} onDone={() => void refresh()} onClose={() => setDeleting(null)} />
      )}
    </Stack>
  );
}

interface SnapshotRowProps extends Pick<SnapshotsProps, 'resetting'> {
  snapshot: SnapshotWire;
  /** The data is as it was then. */
  isPresent: boolean;
  onRestore: () => void;
  onDelete: () => void;
}

function SnapshotRow({ snapshot, isPresent, resetting, onRestore, onDelete }: SnapshotRowProps) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('Snapshot {{name}}', { name: snapshot.name })}>
      <Group justify="space-between">
        <Stack gap={0} miw={0} flex={1}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {snapshot.name}
            {isPresent && ` ${t('(now)')}`}
          </Text>
          <Text size="xs" c="dimmed">
            <Ago date={new Date(snapshot.made_at * 1000)} />, {sizeText(snapshot.bytes)}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={t('Restore {{name}}', { name: snapshot.name })}
            loading={resetting === snapshot.name}
            disabled={resetting !== null}
            onClick={onRestore}
          >
            {t('Restore')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('Delete {{name}}', { name: snapshot.name })}
            onClick={onDelete}
          >
            {t('Delete')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

function DeleteSnapshot({ name, onDone, onClose }: { name: string; onDone: () => void; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Delete the snapshot “{{name}}”?', { name })}
      confirm={t('Delete')}
      run={() => request('DELETE', `/console/training/snapshots/${encodeURIComponent(name)}`)}
      onDone={onDone}
      onClose={onClose}
    >
      {t("You can't restore it afterwards.")}
    </ConfirmAction>
  );
}
