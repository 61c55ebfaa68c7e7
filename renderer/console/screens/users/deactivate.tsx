/** The question before an account is closed, with what goes with it. */
import { Checkbox, List, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { joined } from '../../../client/formats.ts';
import type { User } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { Textarea } from '../../components/limited-inputs.tsx';
import { leave, useUnsaved } from '../../components/unsaved.tsx';
import { usePeople } from '../../people/people.ts';
import { accountQuery, deactivate, handOn, type Account } from './accounts.ts';
import { useSendsMail } from './sends-mail.ts';

export function Deactivate({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const [isTold, setTold] = useState(false);
  const [comment, setComment] = useState('');
  const [successor, setSuccessor] = useState<string | null>(null);
  const sendsMail = useSendsMail();
  const alone = useQuery({ ...accountQuery(user.user_id), enabled: !user.is_bot }).data?.only_administrator_of;
  const closing = useMutation({
    mutationFn: async () => {
      if (alone !== undefined && successor !== null) await handOn(alone, Number(successor));
      await deactivate(user, isTold ? comment : undefined);
    },
    onSuccess: async () => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({
        color: 'green',
        title: t('Deactivated'),
        message: t('You can reactivate {{fullName}} at any time.', { fullName: user.full_name }),
      });
      onClose();
    },
  });
  useUnsaved(() => isTold && comment !== '' && !closing.isPending);
  return (
    <ConfirmModal
      title={t('Deactivate {{fullName}}?', { fullName: user.full_name })}
      confirmLabel={t('Deactivate')}
      pending={closing.isPending}
      error={closing.error}
      onConfirm={() => closing.mutate()}
      onClose={() => leave(onClose)}
    >
      {user.is_bot ? (
        t('The bot and its API key stop working immediately. Its messages are kept.')
      ) : (
        <Stack gap="sm">
          <Consequences user={user} />
          {alone !== undefined && <HandOn alone={alone} user={user} value={successor} onChange={setSuccessor} />}
          <Checkbox
            label={t('Notify {{deliveryEmail}} by email', { deliveryEmail: user.delivery_email ?? 'them' })}
            checked={isTold}
            description={
              sendsMail ? undefined : t('No mail server is set up. The email is kept in the outbox under Invites.')
            }
            onChange={({ currentTarget }) => setTold(currentTarget.checked)}
          />
          {isTold && (
            <Textarea
              label={t('Your message (optional)')}
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

interface HandOnProps {
  alone: Account['only_administrator_of'];
  user: User;
  /** Id of who gets it; null: no one. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Private channels and groups that lose their only administrator, and who is to be the next one. */
function HandOn({ alone: { channels, groups }, user, value, onChange }: HandOnProps) {
  const { options } = usePeople();
  const names = [...channels.map(({ name }) => `#${name}`), ...groups.map(({ name }) => name)];
  if (names.length === 0) return null;
  return (
    <Select
      label={t('New administrator of {{names}}', { names: joined(names) })}
      description={t('{{fullName}} is the only administrator now.', { fullName: user.full_name })}
      placeholder={t('No one')}
      searchable
      clearable
      data={options.filter((option) => option.value !== String(user.user_id))}
      value={value}
      onChange={onChange}
    />
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
        <List.Item>{t('They are signed out of all browsers and chat apps.')}</List.Item>
        {bots.length > 0 && (
          <List.Item>
            {t('{{count}} bots are deactivated too: {{bots}}. They must be reactivated separately.', {
              count: bots.length,
              bots: bots.map(nameOf).join(', '),
              defaultValue_one: '1 bot is deactivated too: {{bots}}. It must be reactivated separately.',
            })}
          </List.Item>
        )}
        {invitations > 0 && (
          <List.Item>
            {t('Their {{count}} pending invitations are revoked.', {
              count: invitations,
              defaultValue_one: 'Their pending invitation is revoked.',
            })}
          </List.Item>
        )}
      </List>
      <Text size="sm">
        {t('Their messages are kept. You can reactivate the account with its channels and groups.')}
      </Text>
    </>
  );
}
