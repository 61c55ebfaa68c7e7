/** Folders that were put away, to be brought back. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ChannelFolder } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { useArchiveFolder } from './folder-section.tsx';

export function ArchivedFolders({ folders }: { folders: ChannelFolder[] }) {
  const archive = useArchiveFolder();
  if (folders.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={t('Archived folders')}>
      <Title order={2} fz="h4">
        {t('Archived folders')}
      </Title>
      {folders.map((folder) => (
        <Paper key={folder.id} withBorder p="sm">
          <Group justify="space-between">
            <Text style={{ overflowWrap: 'anywhere' }}>{folder.name}</Text>
            <Button
              variant="default"
              size="compact-sm"
              loading={archive.isPending && archive.variables.folder.id === folder.id}
              onClick={() => archive.mutate({ folder, isArchived: false })}
              aria-label={t('Restore {{name}}', { name: folder.name })}
            >
              {t('Restore')}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
