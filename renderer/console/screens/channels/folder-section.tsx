/** One folder with its channels: dragged by its head, and a place to drop channels on. */
import { useDroppable } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { Badge, Box, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request, type ChannelFolder } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { DragHandle, plugins } from '../../components/drag-handle.tsx';
import { Heading } from '../../components/heading.tsx';
import { dragId, type Arrangement, type FolderGroup } from './arrangement.ts';
import { ChannelTable } from './channel-table.tsx';

interface FolderSectionProps {
  group: FolderGroup;
  index: number;
  hasHead: boolean;
  /** Where channels can go. */
  folders: ChannelFolder[];
  /** undefined for those who may only look. */
  arrangement: Arrangement | undefined;
  onEdit: (folder: ChannelFolder) => void;
}

export function FolderSection(props: FolderSectionProps) {
  if (props.arrangement === undefined) return <Section {...props} />;
  return props.group.folder === null ? (
    <DropSection {...props} />
  ) : (
    <MovableSection {...props} arrangement={props.arrangement} folder={props.group.folder} />
  );
}

/** What is in no folder: channels are dropped here, and it stays where it is. */
function DropSection(props: FolderSectionProps) {
  const { ref, isDropTarget } = useDroppable({ id: dragId.folder(0), accept: 'channel' });
  return <Section {...props} sectionRef={ref} isDropTarget={isDropTarget} />;
}

interface MovableSectionProps extends FolderSectionProps {
  arrangement: Arrangement;
  folder: ChannelFolder;
}

function MovableSection({ arrangement, folder, ...props }: MovableSectionProps) {
  const { ref, handleRef, isDragging, isDropTarget } = useSortable({
    id: dragId.folder(folder.id),
    index: props.index,
    type: 'folder',
    accept: ['channel', 'folder'],
    plugins,
  });
  return (
    <Section
      {...props}
      arrangement={arrangement}
      sectionRef={ref}
      isDropTarget={isDropTarget && !isDragging}
      isDragging={isDragging}
      handle={
        <DragHandle
          handleRef={handleRef}
          name={`folder ${folder.name}`}
          onStep={(step) => arrangement.stepFolder(folder, step)}
        />
      }
    />
  );
}

interface SectionProps extends FolderSectionProps {
  sectionRef?: (element: Element | null) => void;
  isDropTarget?: boolean;
  isDragging?: boolean;
  handle?: ReactNode;
}

function Section(props: SectionProps) {
  const { group, arrangement, folders, hasHead, onEdit, handle } = props;
  const { sectionRef, isDropTarget = false, isDragging = false } = props;
  const { folder, rows } = group;
  return (
    <Stack
      ref={sectionRef}
      component="section"
      aria-label={folder?.name ?? t('Other channels')}
      gap="xs"
      opacity={isDragging ? 0.6 : 1}
      style={{
        borderRadius: 'var(--mantine-radius-md)',
        outline: isDropTarget ? '2px dashed var(--mantine-primary-color-filled)' : undefined,
        outlineOffset: 4,
      }}
    >
      {hasHead && (
        <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <Group gap={6} wrap="nowrap" miw={0} align="flex-start">
            {handle}
            <Head folder={folder} count={rows.length} />
          </Group>
          {arrangement !== undefined && folder !== null && (
            <FolderMenu
              folder={folder}
              place={folders.findIndex(({ id }) => id === folder.id)}
              count={folders.length}
              isEmpty={rows.length === 0}
              arrangement={arrangement}
              onEdit={() => onEdit(folder)}
            />
          )}
        </Group>
      )}
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("No channels yet. Drag a channel here, or use the channel's menu.")}
        </Text>
      ) : (
        <ChannelTable caption={folder?.name ?? t('Channels')} rows={rows} folders={folders} arrangement={arrangement} />
      )}
    </Stack>
  );
}

function Head({ folder, count }: { folder: ChannelFolder | null; count: number }) {
  return (
    <Box miw={0}>
      <Group gap="xs" wrap="nowrap">
        <Heading style={{ overflowWrap: 'anywhere' }}>{folder?.name ?? t('Other channels')}</Heading>
        <Badge variant="light" color="gray" style={{ flexShrink: 0 }}>
          {count}
        </Badge>
      </Group>
      {folder !== null && folder.description !== '' && (
        <Text size="sm" c="dimmed" lineClamp={3} title={folder.description} style={{ overflowWrap: 'anywhere' }}>
          {folder.description}
        </Text>
      )}
    </Box>
  );
}

interface FolderMenuProps {
  folder: ChannelFolder;
  place: number;
  count: number;
  isEmpty: boolean;
  arrangement: Arrangement;
  onEdit: () => void;
}

function FolderMenu({ folder, place, count, isEmpty, arrangement, onEdit }: FolderMenuProps) {
  const archive = useArchiveFolder();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Folder actions: {{name}}', { name: folder.name })}
          style={{ flexShrink: 0 }}
        >
          {t('Folder actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('Edit name and description')}</Menu.Item>
        <Menu.Item disabled={place === 0} onClick={() => arrangement.stepFolder(folder, -1)}>
          {t('Move up')}
        </Menu.Item>
        <Menu.Item disabled={place === count - 1} onClick={() => arrangement.stepFolder(folder, 1)}>
          {t('Move down')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={!isEmpty} onClick={() => archive.mutate({ folder, isArchived: true })}>
          {isEmpty ? t('Archive') : t('Archive (the folder must be empty)')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Archives a folder, or brings it back; either can be undone by the other. */
export function useArchiveFolder() {
  return useMutation({
    mutationFn: ({ folder, isArchived }: { folder: ChannelFolder; isArchived: boolean }) =>
      request('PATCH', `/channel_folders/${folder.id}`, { is_archived: isArchived }),
    onSuccess: (_answer, { folder, isArchived }) => {
      notifications.show(
        isArchived
          ? {
              title: t('Folder archived'),
              message: t('{{name}} moved to the archived folders.', { name: folder.name }),
            }
          : { title: t('Folder unarchived'), message: t('{{name}} was unarchived.', { name: folder.name }) },
      );
    },
    onError: (error) => notifications.show({ color: 'red', title: t('Nothing changed'), message: error.message }),
  });
}
