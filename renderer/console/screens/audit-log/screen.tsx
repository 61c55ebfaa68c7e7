/** The audit log: who changed what of the organization and its server, when, from where, and from what to what. */
import { Anchor, Badge, Button, Group, Menu, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { channelsQuery, foldersQuery, groupsQuery } from '../../../client/queries.ts';
import { t } from '../../../client/text.ts';
import { useAddressValues } from '../../address-state.ts';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { absoluteTime, Ago } from '../../components/time.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { Page } from '../../layout/page.tsx';
import { usePeople } from '../../people/people.ts';
import { profileFieldsQuery } from '../../people/profile-fields.ts';
import { systemGroupName } from '../../permissions/group-picker.tsx';
import { auditLogQuery, exportAddress, firstFilter, type AuditEntry, type AuditFilter } from './audit-log.ts';
import { fieldWords } from './field-names.ts';
import { actionName, doer, kindChoices, kindName, changeText, type Names } from './words.ts';

const pauseMs = 250;

/** What a link may ask for; the rest is any text. */
const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);
const knownValues = {
  person: (value: string) => /^\d+$/.test(value),
  kind: (value: string) => kindChoices().some((choice) => choice.value === value),
  from: isDay,
  to: isDay,
};

export function AuditLog() {
  const [filter, changeFilter] = useAddressValues(firstFilter, knownValues);
  const [settled] = useDebouncedValue(filter, pauseMs);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLogQuery(settled),
  );
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
  const columns = useColumns();
  return (
    <Page
      title={t('Audit log')}
      description={t('Changes to the organization and server. The newest 20,000 entries are kept.')}
      actions={<Export filter={settled} />}
    >
      <Filters filter={filter} onChange={changeFilter} />
      {error !== null && entries === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {entries === undefined && error === null && <Loading />}
      {entries?.length === 0 && (
        <Nothing title={t('No entries')}>
          {Object.values(settled).every((value) => value === null || value === '')
            ? t('No changes have been recorded yet.')
            : t('No entries match. Try other words or a longer period.')}
        </Nothing>
      )}
      {entries !== undefined && entries.length > 0 && (
        <Stack gap="sm" align="stretch">
          <VirtualTable
            caption={t('Audit log')}
            rows={entries}
            rowKey={({ id }) => id}
            columns={columns}
            minWidth={860}
          />
          {hasNextPage && (
            <p className="print-note">{t('Older entries are not loaded. To print them, show them first.')}</p>
          )}
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('Show older entries')}
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}

function useColumns(): SortableColumn<AuditEntry>[] {
  const names = useNames();
  return useMemo(
    () => [
      {
        id: 'when',
        head: t('When'),
        width: '12rem',
        cell: ({ at }) => (
          <Stack gap={0}>
            <Ago date={new Date(at * 1000)} />
            <Text size="xs" c="dimmed">
              {absoluteTime(at)}
            </Text>
          </Stack>
        ),
      },
      { id: 'who', head: t('Changed by'), width: '20%', cell: (entry) => <Who entry={entry} /> },
      { id: 'what', head: t('What changed'), isLong: true, cell: (entry) => <What entry={entry} names={names} /> },
    ],
    [names],
  );
}

function Who({ entry }: { entry: AuditEntry }) {
  const { client, address, operation } = entry;
  const from = [client, address].filter((part) => part !== null).join(', ');
  return (
    <Stack gap={0}>
      <Text inherit fw={500}>
        {doer(entry)}
      </Text>
      {from !== '' && (
        <Text size="xs" c="dimmed" title={operation ?? undefined}>
          {from}
        </Text>
      )}
    </Stack>
  );
}

/** So many fields of an entry are shown at once. */
const shownChanges = 3;

/** What the word for the action says already. */
const states: ReadonlySet<string> = new Set(['is_active', 'deactivated', 'is_archived']);

function What({ entry: { kind, subject, action, changes }, names }: { entry: AuditEntry; names: Names }) {
  const [isAll, setAll] = useState(false);
  const told = changes.filter(({ field }) => action === 'changed' || !states.has(field));
  const shown = isAll || told.length <= shownChanges + 1 ? told : told.slice(0, shownChanges);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge variant="light" color="gray">
          {kindName(kind)}
        </Badge>
        {subject !== '' && (
          <Text inherit fw={500}>
            {subject}
          </Text>
        )}
        <Text inherit>{actionName(action)}</Text>
      </Group>
      {shown.map((change) => (
        <Text key={change.field} size="sm">
          <Text component="span" inherit c="dimmed">
            {fieldWords(kind, change.field).label}:
          </Text>{' '}
          {'from' in change ? changeText({ kind, action }, change, names) : t('changed')}
        </Text>
      ))}
      {shown.length < told.length && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setAll(true)}>
          {t('Show {{count}} more', { count: told.length - shown.length, defaultValue_one: 'Show 1 more' })}
        </Anchor>
      )}
    </Stack>
  );
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (part: Partial<AuditFilter>) => void }) {
  const people = usePeople();
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }}>
      <TextInput
        label={t('Search')}
        placeholder={t('Name, setting or address')}
        value={filter.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Select
        label={t('Person')}
        placeholder={t('Everyone')}
        searchable
        clearable
        data={people.options}
        value={filter.person}
        onChange={(person) => onChange({ person })}
      />
      <Select
        label={t('Kind')}
        placeholder={t('All kinds')}
        searchable
        clearable
        data={kindChoices()}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <TextInput
        label={t('First day')}
        type="date"
        value={filter.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label={t('Last day')}
        type="date"
        value={filter.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

/** What the filter leaves, as a file. */
function Export({ filter }: { filter: AuditFilter }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">{t('Export')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item
            key={format}
            component={Anchor<'a'>}
            href={exportAddress(filter, format)}
            download
            underline="never"
            c="inherit"
          >
            {format === 'csv' ? t('As CSV, for spreadsheets') : t('As JSON')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useNames(): Names {
  const people = usePeople();
  const groups = useQuery(groupsQuery).data;
  const channels = useQuery(channelsQuery(true)).data;
  const folders = useQuery(foldersQuery).data;
  const fields = useQuery(profileFieldsQuery).data;
  return useMemo(() => {
    const found = (name: string | undefined, id: number): string => name ?? `#${id}`;
    return {
      user: people.nameOf,
      group: (id) => found(systemGroupName(groups?.find((group) => group.id === id)?.name), id),
      channel: (id) => found(channels?.find(({ stream_id }) => stream_id === id)?.name, id),
      folder: (id) => found(folders?.find((folder) => folder.id === id)?.name, id),
      profileField: (id) => found(fields?.find((field) => field.id === id)?.name, id),
    };
  }, [people, groups, channels, folders, fields]);
}
