/** Uploaded files: whose, how large, where they are used; deleted where nobody needs them. Administrators see everybody's. */
import { Group, Pagination, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session.ts';
import { Failure, Loading, Nothing } from '../../../components/states.tsx';
import { bytes } from '../../../components/time.tsx';
import { Page } from '../../layout/page.tsx';
import { MessagePeek } from '../../messages/message-peek.tsx';
import { usePeople } from '../../people/people.ts';
import { DeleteUpload } from './delete-upload.tsx';
import { UploadTable } from './upload-table.tsx';
import {
  everybodysUploadsQuery,
  firstFilter,
  ownUploadsQuery,
  pageOf,
  rowsPerPage,
  type Filter,
  type Upload,
  type UploadPage,
} from './uploads.ts';

const pauseMs = 250;

export function Uploads() {
  const session = useSession();
  const [filter, setFilter] = useState<Filter>(firstFilter);
  const [settled] = useDebouncedValue(filter, pauseMs);
  const everybodys = useQuery({ ...everybodysUploadsQuery(settled), enabled: session.is_admin });
  const own = useQuery({ ...ownUploadsQuery(session.user_id), enabled: !session.is_admin });
  const used = session.is_admin ? everybodys : own;
  const page = session.is_admin ? everybodys.data : own.data && pageOf(own.data, filter);
  const change = (part: Partial<Filter>) => setFilter((before) => ({ ...before, page: 1, ...part }));
  return (
    <Page
      title="Uploads"
      description={session.is_admin ? 'The files that people have uploaded.' : 'The files that you have uploaded.'}
    >
      <Filters filter={filter} onChange={change} />
      {used.error !== null && page === undefined && <Failure error={used.error} onRetry={() => void used.refetch()} />}
      {page === undefined && used.error === null && <Loading />}
      {page !== undefined && <Found page={page} filter={filter} onPage={(number) => change({ page: number })} />}
    </Page>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (part: Partial<Filter>) => void }) {
  const session = useSession();
  const people = usePeople();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: session.is_admin ? 4 : 3 }}>
      <TextInput
        label="Search"
        placeholder="File name"
        title={session.is_admin ? 'Finds your own files and those in public channels' : undefined}
        value={filter.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {session.is_admin && (
        <Select
          label="Of"
          placeholder="Everybody"
          searchable
          clearable
          data={people.options}
          value={filter.owner}
          onChange={(owner) => onChange({ owner })}
        />
      )}
      <Select
        label="Use"
        allowDeselect={false}
        data={[
          { value: 'all', label: 'Any' },
          { value: 'used', label: 'In messages' },
          { value: 'unused', label: 'In no message' },
        ]}
        value={filter.use}
        onChange={(use) => onChange({ use: use ?? 'all' })}
      />
      <Select
        label="Order"
        allowDeselect={false}
        data={[
          { value: 'newest', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
          { value: 'largest', label: 'Largest first' },
          { value: 'smallest', label: 'Smallest first' },
        ]}
        value={filter.order}
        onChange={(order) => onChange({ order: order ?? 'newest' })}
      />
    </SimpleGrid>
  );
}

interface FoundProps {
  page: UploadPage;
  filter: Filter;
  onPage: (page: number) => void;
}

function Found({ page, filter, onPage }: FoundProps) {
  const [peeked, setPeeked] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<Upload | null>(null);
  const pages = Math.ceil(page.total / rowsPerPage);
  const isFiltered = filter.name !== '' || filter.owner !== null || filter.use !== 'all';
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text component="output">
          {page.total === 1 ? '1 file' : `${page.total} files`} of {bytes(page.total_size)}
          {isFiltered && `, ${bytes(page.upload_space_used)} in all`}
        </Text>
        {page.quota_mib_per_user !== null && (
          <Text c="dimmed" size="sm">
            Each person may keep up to {bytes(page.quota_mib_per_user * 1024 * 1024)}.
          </Text>
        )}
      </Group>
      {page.uploads.length === 0 ? (
        <Nothing title={isFiltered ? 'No such file' : 'Nothing was uploaded yet'}>
          {isFiltered
            ? 'Choose less narrowly.'
            : 'Files come here when people drop them into messages. Those that no message uses are deleted after some weeks.'}
        </Nothing>
      ) : (
        <UploadTable uploads={page.uploads} onPeek={setPeeked} onDelete={setDeleting} />
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={filter.page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
      {peeked !== null && <MessagePeek id={peeked} onClose={() => setPeeked(null)} />}
      {deleting !== null && <DeleteUpload upload={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
