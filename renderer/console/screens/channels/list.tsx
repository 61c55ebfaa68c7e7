/** The channels that the caller may see, by folder. Administrators order folders and move channels between them. */
import { DragDropProvider } from '@dnd-kit/react';
import { Button, Group, SegmentedControl, Text, VisuallyHidden, Paper, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { matches } from '../../../client/fold.ts';
import { channelsQuery, foldersQuery } from '../../../client/queries.ts';
import type { ChannelFolder } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { useAddressSearch, useAddressState } from '../../address-state.ts';
import { sensors, withoutSpeech } from '../../components/drag-handle.tsx';
import { FoundElsewhere } from '../../components/found-elsewhere.tsx';
import { Heading } from '../../components/heading.tsx';
import { ListFilter } from '../../components/list-filter.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import { useCreateRoute } from '../../layout/use-create-route.ts';
import { byFolder, useArrangement } from './arrangement.ts';
import { CreateChannel } from './create-channel.tsx';
import { FolderForm } from './folder-form.tsx';
import { FolderSection, useArchiveFolder } from './folder-section.tsx';

type Shown = 'active' | 'archived';

export function ChannelList({ isCreating }: { isCreating: boolean }) {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const folders = useQuery(foldersQuery);
  const [search, setSearch] = useAddressSearch();
  const [shown, setShown] = useAddressState<Shown>('state', 'active', ['active', 'archived']);
  const [making, { open, close }] = useDisclosure(false);
  useCreateRoute(isCreating ? 'new' : '', open);
  const [folder, setFolder] = useState<ChannelFolder | 'new' | null>(null);
  const arrangement = useArrangement(channels.data ?? [], folders.data ?? []);
  const groups = useMemo(() => {
    const rows = (channels.data ?? []).filter(
      (one) => one.is_archived === (shown === 'archived') && matches(search, one.name),
    );
    const all = byFolder(rows, folders.data ?? []);
    // An empty folder is where channels can be dropped; in a search it is only in the way.
    const isPlain = shown === 'active' && search.trim() === '' && session.is_admin;
    return all.filter((group) => group.rows.length > 0 || (isPlain && group.folder !== null));
  }, [channels.data, folders.data, search, shown, session.is_admin]);
  const other = shown === 'active' ? 'archived' : 'active';
  const count = (channels.data ?? []).filter(
    (one) => one.is_archived === (other === 'archived') && matches(search, one.name),
  ).length;
  const elsewhere = { name: totals[other](count), count, onShow: () => setShown(other) };
  const error = channels.error ?? folders.error;
  if (error !== null && (channels.data === undefined || folders.data === undefined))
    return <Failure error={error} onRetry={() => void Promise.all([channels.refetch(), folders.refetch()])} />;
  const loaded = channels.data !== undefined && folders.data !== undefined;
  return (
    <Page
      title={t('Channels')}
      description={t('Manage channels, topics and permissions.')}
      actions={
        <Group gap="sm">
          {session.is_admin && (
            <Button variant="default" onClick={() => setFolder('new')}>
              {t('Create folder')}
            </Button>
          )}
          <Button onClick={open}>{t('Create channel')}</Button>
        </Group>
      }
    >
      <ListFilter placeholder={t('Channel name')} search={search} onSearch={setSearch}>
        <SegmentedControl
          aria-label={t('State')}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'active', label: t('Active') },
            { value: 'archived', label: t('Archived') },
          ]}
        />
      </ListFilter>
      <VisuallyHidden component="output">{arrangement.said}</VisuallyHidden>
      {arrangement.error !== null && (
        <Text c="var(--mantine-color-error)" role="alert" size="sm">
          {arrangement.error.message}
        </Text>
      )}
      {!loaded && <Loading />}
      {loaded && groups.length === 0 && <NoChannels isSearched={search !== ''} shown={shown} />}
      <FoundElsewhere search={search} lists={[elsewhere]} />
      {loaded && (
        <DragDropProvider sensors={sensors} plugins={withoutSpeech} onDragEnd={arrangement.onDragEnd}>
          {groups.map((group, index) => (
            <FolderSection
              key={group.folder?.id ?? 0}
              group={group}
              index={index}
              hasHead={group.folder !== null || groups.length > 1}
              folders={folders.data.filter((one) => !one.is_archived)}
              arrangement={session.is_admin && shown === 'active' ? arrangement : undefined}
              onEdit={setFolder}
            />
          ))}
        </DragDropProvider>
      )}
      {loaded && shown === 'archived' && session.is_admin && (
        <ArchivedFolders folders={folders.data.filter((one) => one.is_archived)} />
      )}
      {making && <CreateChannel onClose={close} />}
      {folder !== null && <FolderForm folder={folder === 'new' ? undefined : folder} onClose={() => setFolder(null)} />}
    </Page>
  );
}

const totals: Record<Shown, (count: number) => string> = {
  active: (count) => t('{{count}} channels', { count, defaultValue_one: '1 channel' }),
  archived: (count) => t('{{count}} archived channels', { count, defaultValue_one: '1 archived channel' }),
};

function NoChannels({ isSearched, shown }: { isSearched: boolean; shown: Shown }) {
  return (
    <Nothing title={t('No channels to show')}>
      {isSearched
        ? t('No channel matches.')
        : shown === 'archived'
          ? t('There are no archived channels.')
          : t('Use the button above to create the first channel.')}
    </Nothing>
  );
}

/** Folders that were put away, to be brought back. */
function ArchivedFolders({ folders }: { folders: ChannelFolder[] }) {
  const archive = useArchiveFolder();
  if (folders.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={t('Archived folders')}>
      <Heading>{t('Archived folders')}</Heading>
      {folders.map((folder) => (
        <Paper key={folder.id} withBorder p="sm">
          <Group justify="space-between">
            <Text style={{ overflowWrap: 'anywhere' }}>{folder.name}</Text>
            <Button
              variant="default"
              size="compact-sm"
              loading={archive.isPending && archive.variables.folder.id === folder.id}
              onClick={() => archive.mutate({ folder, isArchived: false })}
              aria-label={t('Unarchive {{name}}', { name: folder.name })}
            >
              {t('Unarchive')}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
