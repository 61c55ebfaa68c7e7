/** A question before many accounts are changed at once, then the course of it with what became of each. */
import { Button, Group, MultiSelect, Progress, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { channelsQuery } from '../../../client/queries.ts';
import type { User } from '../../../client/request.ts';
import { ownerRole, roleNames } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Dialog } from '../../components/dialog.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { concernedBy, useBulk, type Choice, type Doing, type Result } from './bulk.ts';

const words = perLanguage((): Record<Doing, { title: string; confirm: string; about: string }> => ({
  role: { title: t('Change role of'), confirm: t('Change role'), about: t('Permissions change immediately.') },
  channels: {
    title: t('Add to channels:'),
    confirm: t('Add'),
    about: t('They get new messages of these channels.'),
  },
  deactivate: {
    title: t('Deactivate'),
    confirm: t('Deactivate'),
    about: t(
      'They are signed out everywhere, their bots stop, and their pending invitations are revoked. Their messages are kept. You can reactivate the accounts.',
    ),
  },
  reactivate: {
    title: t('Reactivate'),
    confirm: t('Reactivate'),
    about: t('Their channels and groups are restored.'),
  },
}));

interface BulkDialogProps {
  doing: Doing;
  /** Those that were chosen. */
  users: User[];
  /** @param done ids of those with whom it went well. */
  onClose: (done: number[]) => void;
}

export function BulkDialog({ doing, users, onClose }: BulkDialogProps) {
  const session = useSession();
  // As they were when it began: what changes them moves them to another list.
  const [{ concerned, others }] = useState(() => {
    const those = concernedBy(doing, users, session);
    return { concerned: those, others: users.length - those.length };
  });
  const [choice, setChoice] = useState<Choice>({ role: null, channels: [] });
  const { results, state, run, stop } = useBulk(doing, concerned);
  const { title, confirm, about } = words()[doing];
  const done = [...results].filter(([, { failed }]) => !failed).map(([id]) => id);
  const close = (): void => (state === 'running' ? stop() : onClose(done));
  const isChosen = (doing !== 'role' || choice.role !== null) && (doing !== 'channels' || choice.channels.length > 0);
  return (
    <Dialog
      title={
        <>
          {title}{' '}
          {concerned.length === 1 ? concerned[0]?.full_name : t('{{count}} accounts', { count: concerned.length })}
          {doing !== 'channels' && '?'}
        </>
      }
      size="lg"
      onClose={close}
      closeLabel={state === 'running' ? t('Stop') : t('Close')}
    >
      <Stack>
        {state === 'asking' ? (
          <>
            <Text size="sm">{about}</Text>
            <LeftOut doing={doing} count={others} />
            <Choices doing={doing} choice={choice} onChange={setChoice} />
          </>
        ) : (
          <Course total={concerned.length} results={results} isRunning={state === 'running'} />
        )}
        <VirtualTable
          caption={t('Selected accounts')}
          rows={concerned}
          rowKey={({ user_id: id }) => id}
          columns={columnsOf(results, state === 'asking')}
          minWidth={0}
          maxHeight="260px"
        />
        <Group justify="flex-end">
          {state === 'asking' && (
            <>
              <Button variant="default" onClick={close} data-autofocus={doing === 'deactivate' || undefined}>
                {t('Cancel')}
              </Button>
              <Button
                {...(doing === 'deactivate' && { color: 'red' })}
                disabled={!isChosen || concerned.length === 0}
                onClick={() => run(choice)}
              >
                {confirm}
              </Button>
            </>
          )}
          {state === 'running' && (
            <Button variant="outline" color="red" onClick={stop}>
              {t('Stop')}
            </Button>
          )}
          {state === 'ended' && (
            <>
              {done.length < concerned.length && (
                <Button variant="default" onClick={() => run(choice)}>
                  {t('Retry remaining {{count}}', { count: concerned.length - done.length })}
                </Button>
              )}
              <Button onClick={close}>{t('Done')}</Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Says of whom it does not speak, where more were chosen than it concerns. */
function LeftOut({ doing, count }: { doing: Doing; count: number }) {
  const isOwner = useSession().role === ownerRole;
  if (count === 0) return null;
  const who = {
    role: isOwner
      ? t('You, bots and deactivated accounts are skipped')
      : t('You, owners, bots and deactivated accounts are skipped'),
    channels: t('Deactivated accounts are skipped'),
    deactivate: isOwner
      ? t('You and accounts that are already deactivated are skipped')
      : t('You, owners and accounts that are already deactivated are skipped'),
    reactivate: isOwner ? t('Active accounts are skipped') : t('Owners and active accounts are skipped'),
  }[doing];
  return (
    <Text size="sm" c="dimmed">
      {who} ({count}).
    </Text>
  );
}

function Choices({ doing, choice, onChange }: { doing: Doing; choice: Choice; onChange: (choice: Choice) => void }) {
  const session = useSession();
  const channels = useQuery(channelsQuery(true));
  if (doing === 'role')
    return (
      <Select
        label={t('Role')}
        placeholder={t('Choose a role')}
        data-autofocus
        data={Object.entries(roleNames())
          .filter(([role]) => Number(role) >= session.role)
          .map(([value, label]) => ({ value, label }))}
        value={choice.role}
        onChange={(role) => onChange({ ...choice, role })}
      />
    );
  if (doing !== 'channels') return null;
  return (
    <MultiSelect
      label={t('Channels')}
      placeholder={choice.channels.length === 0 ? t('Names') : undefined}
      data-autofocus
      searchable
      openOnFocus={false}
      hidePickedOptions
      limit={60}
      nothingFoundMessage={t('No channels found')}
      data={(channels.data ?? []).filter((channel) => !channel.is_archived).map(({ name }) => name)}
      value={choice.channels}
      onChange={(names) => onChange({ ...choice, channels: names })}
      error={channels.error?.message}
    />
  );
}

interface CourseProps {
  total: number;
  results: ReadonlyMap<number, Result>;
  isRunning: boolean;
}

function courseText({ isStopped, ...counts }: Record<'done' | 'failed' | 'total', number> & { isStopped: boolean }) {
  const { done, failed, total } = counts;
  if (failed === 0)
    return isStopped
      ? t('{{done}} of {{total}} done, stopped.', { done, total })
      : t('{{done}} of {{total}} done.', { done, total });
  return isStopped
    ? t('{{done}} of {{total}} done, {{failed}} failed, stopped.', { done, total, failed })
    : t('{{done}} of {{total}} done, {{failed}} failed.', { done, total, failed });
}

function Course({ total, results, isRunning }: CourseProps) {
  const line = useRef<HTMLOutputElement>(null);
  // What had the focus is gone.
  useEffect(() => line.current?.focus(), []);
  const failed = [...results.values()].filter((result) => result.failed).length;
  const done = results.size - failed;
  return (
    <Stack gap={6}>
      <Text component="output" ref={line} tabIndex={-1} size="sm" fw={500} style={{ outline: 'none' }}>
        {courseText({ done, failed, total, isStopped: !isRunning && results.size < total })}
      </Text>
      <Progress
        value={total === 0 ? 100 : (results.size / total) * 100}
        color={failed > 0 ? 'yellow' : undefined}
        aria-label={t('Progress')}
      />
    </Stack>
  );
}

function columnsOf(results: ReadonlyMap<number, Result>, isAsking: boolean): SortableColumn<User>[] {
  return [
    { id: 'name', head: t('Name'), width: isAsking ? '55%' : '45%', cell: ({ full_name: name }) => name },
    isAsking
      ? { id: 'role', head: t('Role'), cell: ({ is_bot: isBot, role }) => (isBot ? t('Bot') : roleNames()[role]) }
      : { id: 'result', head: t('Result'), cell: ({ user_id: id }) => <Outcome result={results.get(id)} /> },
  ];
}

function Outcome({ result }: { result: Result | undefined }) {
  if (result === undefined)
    return (
      <Text inherit c="dimmed">
        {t('pending')}
      </Text>
    );
  return (
    <Text inherit c={result.failed ? 'var(--mantine-color-error)' : undefined}>
      {result.failed ? t('Failed: {{reason}}', { reason: result.text }) : result.text}
    </Text>
  );
}
