/** A list of invitations, with what can be done to each that is open. */
import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery, groupsQuery, usersQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { roleNames } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Ago } from '../../components/time.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { isForThisComputerOnly } from '../../network/network.ts';
import { invitationPath, nameOf, useMailState, type Invitation } from './invitations.ts';
import { ShareLink } from './share-link.tsx';

const states = perLanguage((): Record<Invitation['state'], { label: string; color: string }> => ({
  pending: { label: t('Pending'), color: 'gray' },
  accepted: { label: t('Accepted'), color: 'green' },
  revoked: { label: t('Revoked'), color: 'gray' },
  expired: { label: t('Expired'), color: 'gray' },
  replaced: { label: t('Replaced'), color: 'gray' },
  ended: { label: t('Joined without this invitation'), color: 'gray' },
}));

/** An invitation with the names that belong to it. */
interface Row {
  invitation: Invitation;
  account: string | undefined;
  inviter: string;
  /** Where it leads: channels, groups, a welcome of its own. */
  offer: string;
  onShare: () => void;
  onRevoke: () => void;
  /** undefined where there is nothing to make again. */
  onAgain: (() => void) | undefined;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  { id: 'invited', head: t('Invited'), cell: (row) => <Who {...row} />, order: ({ invitation }) => nameOf(invitation) },
  {
    id: 'role',
    head: t('Role'),
    width: '10%',
    cell: ({ invitation }) => roleNames()[invitation.invited_as],
    order: ({ invitation }) => invitation.invited_as,
  },
  { id: 'by', head: t('Invited by'), width: '14%', cell: ({ inviter }) => inviter, order: ({ inviter }) => inviter },
  {
    id: 'sent',
    head: t('Sent'),
    width: '11%',
    cell: ({ invitation }) => <Ago date={new Date(invitation.invited * 1000)} />,
    order: ({ invitation }) => invitation.invited,
  },
]);
const openColumns = perLanguage((): SortableColumn<Row>[] => [
  ...columns(),
  {
    id: 'expires',
    head: t('Expires'),
    width: '11%',
    cell: ({ invitation }) => <Expiry at={invitation.expiry_date} />,
    order: ({ invitation }) => invitation.expiry_date ?? Infinity,
  },
  { id: 'actions', head: t('Actions'), isActions: true, width: '330px', cell: (row) => <Actions {...row} /> },
]);
const pastColumns = perLanguage((): SortableColumn<Row>[] => [
  ...columns(),
  {
    id: 'state',
    head: t('State'),
    width: '13%',
    cell: ({ invitation }) => <State state={invitation.state} />,
    order: ({ invitation }) => states()[invitation.state].label,
  },
  { id: 'actions', head: t('Actions'), isActions: true, width: '150px', cell: (row) => <Again {...row} /> },
]);

interface InvitationTableProps {
  caption: string;
  invitations: Invitation[];
  /** Shows what can still be done. */
  isOpen?: boolean;
  /** Makes one that came to nothing again. */
  onAgain?: (invitation: Invitation) => void;
}

export function InvitationTable({ caption, invitations, isOpen = false, onAgain }: InvitationTableProps) {
  const offerOf = useOfferText();
  const users = useQuery(usersQuery);
  const [sharing, setSharing] = useState<Invitation | null>(null);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const names = new Map(users.data?.map((user) => [user.user_id, user.full_name]));
  const rows = invitations.map((invitation) => ({
    invitation,
    account: invitation.user_id === null ? undefined : names.get(invitation.user_id),
    offer: offerOf(invitation),
    inviter: names.get(invitation.invited_by_user_id) ?? t('someone'),
    onShare: () => setSharing(invitation),
    onRevoke: () => setRevoking(invitation),
    onAgain:
      onAgain !== undefined && isInVain(invitation)
        ? () => {
            onAgain(invitation);
          }
        : undefined,
  }));
  return (
    <>
      <PagedTable
        caption={caption}
        rows={rows}
        rowKey={({ invitation }) => invitation.id}
        columns={isOpen ? openColumns() : pastColumns()}
        minWidth={isOpen ? 1000 : 840}
      />
      {sharing !== null && sharing.link_url !== null && (
        <ShareLink title={nameOf(sharing)} link={sharing.link_url} onClose={() => setSharing(null)} />
      )}
      {revoking !== null && <Revoke invitation={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function Who({ invitation, account, offer }: Pick<Row, 'invitation' | 'account' | 'offer'>) {
  const uses =
    invitation.use_count === 0
      ? t('not used yet')
      : t('used {{count}} times', { count: invitation.use_count, defaultValue_one: 'used once' });

  const note = invitation.is_multiuse
    ? uses
    : account === undefined
      ? undefined
      : t('joined as {{account}}', { account });
  return (
    <Box>
      <Text inherit fw={500} style={{ overflowWrap: 'anywhere' }}>
        {nameOf(invitation)}
      </Text>
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {offer !== '' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {offer}
        </Text>
      )}
    </Box>
  );
}

/** No one came by it, and it works no more. */
function isInVain({ state, is_multiuse: isLink }: Invitation): boolean {
  return !isLink && (state === 'expired' || state === 'revoked');
}

/** @returns a function that says in one line what an invitation offers beside a role. */
function useOfferText(): (invitation: Invitation) => string {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const groups = useQuery(groupsQuery);
  return (invitation) => {
    const named = [
      ...invitation.stream_ids
        .map((id) => channels.data?.find((one) => one.stream_id === id)?.name)
        .map((name) => name && `#${name}`),
      ...invitation.group_ids.map((id) => groups.data?.find((one) => one.id === id)?.name),
    ].filter((name) => name !== undefined);
    const parts = [
      invitation.include_realm_default_subscriptions ? t('default channels') : '',
      ...named,
      invitation.has_own_welcome_text ? t('custom welcome message') : '',
    ];
    return parts.filter((part) => part !== '').join(', ');
  };
}

function Again({ invitation, onAgain }: Row) {
  if (onAgain === undefined) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={onAgain}
      aria-label={t('Invite again: {{name}}', { name: nameOf(invitation) })}
    >
      {t('Invite again')}
    </Button>
  );
}

function Expiry({ at }: { at: number | null }) {
  return at === null ? t('never') : <Ago date={new Date(at * 1000)} />;
}

function State({ state }: Pick<Invitation, 'state'>) {
  const { label, color } = states()[state];
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
}

function Actions({ invitation, onShare, onRevoke }: Row) {
  const client = useQueryClient();
  const name = nameOf(invitation);
  const mail = useMailState();
  const waits = mail === 'failing';
  const resend = useMutation({
    mutationFn: () => request('POST', `/invites/${invitation.id}/resend`),
    onSuccess: async () => {
      notifications.show({
        color: waits ? 'red' : 'green',
        title: waits ? t('Not sent yet') : t('Sent again'),
        message: waits
          ? t('The email to {{name}} will be sent when email delivery works again.', { name })
          : t('{{name}} will get another email.', { name }),
      });
      await client.invalidateQueries({ queryKey: ['invitations'] });
    },
    onError: (error) => notifications.show({ color: 'red', title: t('Could not send'), message: error.message }),
  });
  return (
    <Group gap={6} wrap="nowrap">
      {invitation.link_url !== null && (
        <>
          {!isForThisComputerOnly(invitation.link_url) && (
            <CopyText text={invitation.link_url} label={t('Copy link for {{name}}', { name })} caption={t('Copy')} />
          )}
          <Button
            variant="default"
            size="compact-sm"
            onClick={onShare}
            aria-label={t('Link and QR code for {{name}}', { name })}
          >
            {t('Link and QR')}
          </Button>
        </>
      )}
      {!invitation.is_multiuse && mail !== 'none' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => resend.mutate()}
          loading={resend.isPending}
          aria-label={t('Resend to {{name}}', { name })}
        >
          {t('Resend')}
        </Button>
      )}
      <Button
        variant="outline"
        color="red"
        size="compact-sm"
        onClick={onRevoke}
        aria-label={t('Revoke {{name}}', { name })}
      >
        {t('Revoke')}
      </Button>
    </Group>
  );
}

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Revoke this invitation?')}
      confirm={t('Revoke')}
      run={() => request('DELETE', invitationPath(invitation))}
      onClose={onClose}
    >
      {invitation.is_multiuse
        ? t('The link stops working immediately. People who joined with it keep their accounts.')
        : t('The link sent to {{name}} stops working immediately.', { name: nameOf(invitation) })}
    </ConfirmAction>
  );
}
