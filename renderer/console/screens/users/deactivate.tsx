/** The question before an account is closed, with what goes with it. */
import { Checkbox, List, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { User } from '../../../client/request.ts';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { usePeople } from '../../people/people.ts';
import { accountQuery, deactivate } from './accounts.ts';

export function Deactivate({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const [isTold, setTold] = useState(false);
  const [comment, setComment] = useState('');
  const leave = useMutation({
    mutationFn: () => deactivate(user, isTold ? comment : undefined),
    onSuccess: async () => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({ title: 'Deactivated', message: `${user.full_name} can be reactivated at any time.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={`Deactivate ${user.full_name}?`}
      confirmLabel="Deactivate"
      pending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      {user.is_bot ? (
        'The bot stops working at once, and so does its API key. Its messages stay.'
      ) : (
        <Stack gap="sm">
          <Consequences user={user} />
          <Checkbox
            label={`Write to ${user.delivery_email ?? 'them'} about it`}
            checked={isTold}
            onChange={({ currentTarget }) => setTold(currentTarget.checked)}
          />
          {isTold && (
            <Textarea
              label="Your words (optional)"
              autosize
              minRows={2}
              maxLength={2000}
              value={comment}
              onChange={({ currentTarget }) => setComment(currentTarget.value)}
            />
          )}
        </Stack>
      )}
    </ConfirmModal>
  );
}

/** What the server says hangs on the account; until it has answered, what always holds. */
function Consequences({ user }: { user: User }) {
  const { data } = useQuery(accountQuery(user.user_id));
  const { nameOf } = usePeople();
  const bots = data?.bot_ids ?? [];
  const invitations = data?.pending_invitations ?? 0;
  return (
    <>
      <List size="sm" spacing={4}>
        <List.Item>They are signed out everywhere at once, in browsers and chat programs.</List.Item>
        {bots.length > 0 && (
          <List.Item>
            {bots.length === 1 ? 'A bot stops' : `${bots.length} bots stop`} working with them:{' '}
            {bots.map(nameOf).join(', ')}. Bots do not come back by themselves.
          </List.Item>
        )}
        {invitations > 0 && (
          <List.Item>
            {invitations === 1 ? 'An invitation of theirs is' : `${invitations} invitations of theirs are`} taken back.
          </List.Item>
        )}
      </List>
      <Text size="sm">What they wrote stays, and the account can be reactivated with its channels and groups.</Text>
    </>
  );
}
