/** Uploaded files: whose, how large, where they are used; deleted where no one needs them. Administrators see everyone's. */
import { Group, Pagination, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeText } from '../../../client/formats.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { useAddressValues } from '../../address-state.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import { MessagePeek } from '../../messages/message-peek.tsx';
import { usePeople } from '../../people/people.ts';
import { DeleteUpload } from './delete-upload.tsx';
import { UploadTable } from './upload-table.tsx';
import {
  everybodysUploadsQuery,
  firstFilter,
  knownValues,
  orderOf,
  orders,
  ownUploadsQuery,
  pageOf,
  rowsPerPage,
  sortings,
  type Filter,
  type Upload,
  type UploadPage,
} from './uploads.ts';

const pauseMs = 250;

export function Uploads() {
  const session = useSession();
  const [filter, setFilter] = useAddressValues(firstFilter, knownValues);
  const [settled] = useDebouncedValue(filter, pauseMs);
  const everybodys = useQuery({ ...everybodysUploadsQuery(settled), enabled: session.is_admin });
  const own = useQuery({ ...ownUploadsQuery(session.user_id), enabled: !session.is_admin });
  const used = session.is_admin ? everybodys : own;
  const page = session.is_admin ? everybodys.data : own.data && pageOf(own.data, filter);
  const change = (part: Partial<Filter>) => setFilter({ page: firstFilter.page, ...part });
  return (
    <Page
      title={t('Uploads')}
      description={session.is_admin ? t('Files that people uploaded.') : t('Files that you uploaded.')}
    >
      <Filters filter={filter} onChange={change} />
      {used.error !== null && page === undefined && <Failure error={used.error} onRetry={() => void used.refetch()} />}
      {page === undefined && used.error === null && <Loading />}
      {page !== undefined && (
        <Found
          page={page}
          filter={filter}
          onPage={(number) => change({ page: String(number) })}
          onOrder={(order) => change({ order })}
        />
      )}
    </Page>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (part: Partial<Filter>) => void }) {
  const session = useSession();
  const people = usePeople();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: session.is_admin ? 4 : 3 }}>
      <TextInput
        label={t('Search')}
        data-search
        placeholder={t('File name')}
        title={session.is_admin ? t('Searches your own files and files in public channels') : undefined}
        value={filter.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {session.is_admin && (
        <Select
          label={t('Uploaded by')}
          placeholder={t('Everyone')}
          searchable
          clearable
          data={people.options}
          value={filter.owner}
          onChange={(owner) => onChange({ owner })}
        />
      )}
      <Select
        label={t('Used')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('Any') },
          { value: 'used', label: t('In messages') },
          { value: 'unused', label: t('Not in messages') },
        ]}
        value={filter.use}
        onChange={(use) => onChange({ use: use ?? 'all' })}
      />
      <Select
        label={t('Order')}
        allowDeselect={false}
        data={orders()}
        value={filter.order}
        onChange={(order) => onChange({ order: order ?? firstFilter.order })}
      />
    </SimpleGrid>
  );
}

interface FoundProps {
  page: UploadPage;
  filter: Filter;
  onPage: (page: number) => void;
  onOrder: (order: Filter['order']) => void;
}

function Found({ page, filter, onPage, onOrder }: FoundProps) {
  const [peeked, setPeeked] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<Upload | null>(null);
  const pages = Math.ceil(page.total / rowsPerPage);
  const isFiltered = filter.name !== '' || filter.owner !== null || filter.use !== 'all';
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text component="output">
          {isFiltered
            ? t('{{count}} files of {{size}}, {{all}} in all', {
                count: page.total,
                size: sizeText(page.total_size),
                all: sizeText(page.upload_space_used),
                defaultValue_one: '1 file of {{size}}, {{all}} in all',
              })
            : t('{{count}} files of {{size}}', {
                count: page.total,
                size: sizeText(page.total_size),
                defaultValue_one: '1 file of {{size}}',
              })}
        </Text>
        {page.quota_mib_per_user !== null && (
          <Text c="dimmed" size="sm">
            {t('Limit per person: {{size}}.', { size: sizeText(page.quota_mib_per_user * 1024 * 1024) })}
          </Text>
        )}
      </Group>
      {page.uploads.length === 0 ? (
        <Nothing title={isFiltered ? t('No files found') : t('No uploads yet')}>
          {isFiltered
            ? t('Try removing filters.')
            : t('Files appear here when people upload them. Files that no message uses are deleted after a few weeks.')}
        </Nothing>
      ) : (
        <UploadTable
          uploads={page.uploads}
          order={{ sorting: sortings[filter.order], onSort: (sorting) => onOrder(orderOf(sorting, filter.order)) }}
          onPeek={setPeeked}
          onDelete={setDeleting}
        />
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={Number(filter.page)}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': t('Page {{item}}', { item }) })}
        />
      )}
      {peeked !== null && <MessagePeek id={peeked} onClose={() => setPeeked(null)} />}
      {deleting !== null && <DeleteUpload upload={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
