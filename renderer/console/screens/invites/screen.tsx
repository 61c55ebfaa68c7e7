/** Invitations: send them, hand over links, see who has come, take them back; and the outbox where there is no mail server. */
import { Button, Group, Stack, Tabs, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matches } from '../../../client/fold.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { useAddressSearch, useNavigateWithFilters } from '../../address-state.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import { useCreateRoute } from '../../layout/use-create-route.ts';
import type { ScreenProps } from '../../screen.ts';
import { OutboxCount } from '../../status/outbox-count.tsx';
import { CreateLink } from './create-link.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { invitationsQuery, mailStateOf, nameOf, useMailState, outboxQuery, type Invitation } from './invitations.ts';
import { InvitePeople } from './invite-people.tsx';
import { MailFails } from './mail-fails.tsx';
import { Outbox } from './outbox.tsx';

/** With fewer invitations a search would only be in the way. */
const searchedFrom = 8;
/** No event reports when mail begins or ceases to fail. */
const lookMs = 30_000;
/** Beside the first, which has the screen's own address. */
const tabs = new Set(['past', 'outbox']);

export function Invites({ section }: ScreenProps) {
  const session = useSession();
  const navigate = useNavigateWithFilters();
  const { data, error, refetch } = useQuery({ ...invitationsQuery, refetchInterval: lookMs });
  const [open, setOpen] = useState<'people' | 'link' | Invitation | null>(null);
  const [search, setSearch] = useAddressSearch();
  const outbox = useQuery({ ...outboxQuery, enabled: session.is_admin });
  const close = () => setOpen(null);
  useCreateRoute(section, () => setOpen('people'));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const invitations = data?.invitations ?? [];
  // Without a mail server a link is what gets people here.
  const sendsMail = mailStateOf(data) !== 'none';
  const found = invitations.filter((one) => matches(search, nameOf(one)));
  const pending = found.filter(({ state }) => state === 'pending');
  const past = found.filter(({ state, use_count }) => state !== 'pending' || use_count > 0);
  return (
    <Page
      title={t('Invites')}
      description={t('Invite by email, link or QR code.')}
      actions={
        <Group gap="sm">
          <Button variant={sendsMail ? 'default' : 'filled'} onClick={() => setOpen('link')}>
            {t('Create link')}
          </Button>
          <Button variant={sendsMail ? 'filled' : 'default'} onClick={() => setOpen('people')}>
            {t('Invite by email')}
          </Button>
        </Group>
      }
    >
      {invitations.length > searchedFrom && (
        <TextInput
          label={t('Search invitations')}
          data-search
          placeholder={t('Email address')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={420}
        />
      )}
      <Tabs
        value={tabs.has(section) ? section : 'pending'}
        onChange={(tab) => navigate(tab === 'pending' ? '/invites' : `/invites/${tab}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="pending">
            {t('Pending')}
            {data !== undefined && ` (${pending.length})`}
          </Tabs.Tab>
          <Tabs.Tab value="past">
            {t('Accepted and past')}
            {data !== undefined && ` (${past.length})`}
          </Tabs.Tab>
          {session.is_admin && (
            <Tabs.Tab value="outbox" rightSection={<OutboxCount />}>
              {t('Outbox')}
              {outbox.data !== undefined && ` (${outbox.data.total})`}
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="pending">
          {data === undefined ? <Loading /> : <Pending invitations={pending} isSearched={search.trim() !== ''} />}
        </Tabs.Panel>
        <Tabs.Panel value="past">
          {data === undefined ? (
            <Loading />
          ) : (
            <Past invitations={past} isSearched={search.trim() !== ''} onAgain={setOpen} />
          )}
        </Tabs.Panel>
        {session.is_admin && (
          <Tabs.Panel value="outbox">
            <Outbox />
          </Tabs.Panel>
        )}
      </Tabs>
      {open !== null && open !== 'link' && (
        <InvitePeople again={open === 'people' ? undefined : open} onClose={close} />
      )}
      {open === 'link' && <CreateLink onClose={close} />}
    </Page>
  );
}

interface ListProps {
  invitations: Invitation[];
  isSearched: boolean;
}

function Pending({ invitations, isSearched }: ListProps) {
  const mail = useMailState();
  if (invitations.length > 0)
    return (
      <Stack>
        {mail === 'failing' && <MailFails />}
        <InvitationTable caption={t('Pending invitations')} invitations={invitations} isOpen />
      </Stack>
    );
  return (
    <Nothing title={t('No pending invitations')}>
      {isSearched
        ? t('No address matches.')
        : t('Invite people by email, or create a link and share it with your team.')}
    </Nothing>
  );
}

function Past({ invitations, isSearched, onAgain }: ListProps & { onAgain: (invitation: Invitation) => void }) {
  if (invitations.length > 0)
    return <InvitationTable caption={t('Accepted and past invitations')} invitations={invitations} onAgain={onAgain} />;
  return (
    <Nothing title={isSearched ? t('No invitations found') : t('No one has joined yet')}>
      {isSearched
        ? t('No address matches.')
        : t('Invitations appear here when they are accepted, revoked, replaced or expired.')}
    </Nothing>
  );
}
