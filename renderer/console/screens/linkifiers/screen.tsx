/** Linkifiers: patterns that become links in messages and topics; listed, written, ordered, and tried. */
import { Button, Code, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request, type Linkifier } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { Page } from '../../layout/page.tsx';
import { useCreateRoute } from '../../layout/use-create-route.ts';
import { OrderedList } from '../../ordered-list.tsx';
import type { ScreenProps } from '../../screen.ts';
import { EditLinkifier } from './edit-linkifier.tsx';
import { linkifiersQuery } from './linkifiers.ts';
import { firstSample, Tester, useTested, type Sample } from './tester.tsx';

export function Linkifiers({ section }: ScreenProps) {
  const session = useSession();
  const { data, error, refetch } = useQuery(linkifiersQuery);
  const [sample, setSample] = useState<Sample>(firstSample());
  const [editing, setEditing] = useState<Linkifier | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Linkifier | null>(null);
  useCreateRoute(section, session.is_admin ? () => setEditing('new') : undefined);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={t('Linkifiers')}
      description={t('Patterns that become links, such as ticket numbers. If several match, the first one applies.')}
      actions={session.is_admin && <Button onClick={() => setEditing('new')}>{t('Add linkifier')}</Button>}
    >
      {data === undefined && <Loading />}
      {data?.length === 0 && (
        <Nothing title={t('No linkifiers yet')}>
          {session.is_admin
            ? t('Add a linkifier with a pattern and a URL. You see the result as you type.')
            : t('Administrators can add them.')}
        </Nothing>
      )}
      {data !== undefined && data.length > 0 && (
        <LinkifierList
          linkifiers={data}
          edit={session.is_admin ? { onEdit: setEditing, onDelete: setDeleting } : undefined}
        />
      )}
      {session.is_admin && data !== undefined && data.length > 0 && editing === null && (
        <SavedTester sample={sample} onSample={setSample} />
      )}
      {editing !== null && (
        <EditLinkifier
          linkifier={editing === 'new' ? undefined : editing}
          sample={sample}
          onSample={setSample}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting !== null && <DeleteLinkifier linkifier={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

/** The tester with nothing but what is saved. */
function SavedTester({ sample, onSample }: { sample: Sample; onSample: (sample: Sample) => void }) {
  const { tested, error } = useTested(null, sample);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="tester">
      <Heading mb="sm" id="tester">
        {t('Test linkifiers')}
      </Heading>
      <Tester tested={tested} error={error} sample={sample} onSample={onSample} />
    </Paper>
  );
}

function DeleteLinkifier({ linkifier, onClose }: { linkifier: Linkifier; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Delete this linkifier?')}
      confirm={t('Delete')}
      run={() => request('DELETE', `/realm/filters/${linkifier.id}`)}
      onClose={onClose}
    >
      {richText(
        '<code>{{pattern}}</code> no longer creates links. Existing messages keep their links.',
        { pattern: linkifier.pattern },
        { code: <Code>{''}</Code> },
      )}
    </ConfirmAction>
  );
}

interface ListProps {
  linkifiers: Linkifier[];
  /** undefined for those who may only look. */
  edit: { onEdit: (linkifier: Linkifier) => void; onDelete: (linkifier: Linkifier) => void } | undefined;
}

/** Linkifiers in their order of precedence. */
function LinkifierList({ linkifiers, edit }: ListProps) {
  return (
    <OrderedList
      label={t('Linkifiers')}
      items={linkifiers}
      nameOf={({ pattern }) => pattern}
      queryKey={linkifiersQuery.queryKey}
      saveOrder={(ids) => request('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ids })}
      edit={edit}
    >
      {({ pattern, url_template: template }) => (
        <>
          <Code style={{ overflowWrap: 'anywhere' }}>{pattern}</Code>
          <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {template}
          </Text>
        </>
      )}
    </OrderedList>
  );
}
