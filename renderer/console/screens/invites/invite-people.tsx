/** Invitations by mail to many addresses at once; those that cannot be invited stay in the form, each with its reason. */
import { Alert, List, Switch, Text, Textarea } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formErrors } from '../../../client/form-errors.ts';
import { ApiError, request } from '../../../client/request.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import type { Invitation } from './invitations.ts';
import {
  emptyOptions,
  InviteOptionFields,
  optionFields,
  optionsOf,
  optionParams,
  type InviteOptions,
} from './invite-options.tsx';

interface Values extends InviteOptions {
  emails: string;
  notify: boolean;
}

/** Address, reason, and whether a deactivated account has it (code INVITATION_FAILED). */
type Refusal = [address: string, reason: string, isDeactivated: boolean];

const fields = { ...optionFields, emails: /e-?mail address/i };

interface InvitePeopleProps {
  /** An invitation that came to nothing, to be made again; undefined: a new one. */
  again: Invitation | undefined;
  onClose: () => void;
}

export function InvitePeople({ again, onClose }: InvitePeopleProps) {
  const client = useQueryClient();
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [invited, setInvited] = useState(0);
  const form = useForm<Values>({
    initialValues: {
      ...(again === undefined ? emptyOptions : optionsOf(again)),
      emails: again?.email ?? '',
      notify: true,
    },
    validate: { emails: isNotEmpty('At least one address, such as name@example.org.') },
  });
  const invite = useMutation({
    mutationFn: (values: Values) =>
      request('POST', '/invites', {
        ...optionParams(values),
        invitee_emails: values.emails,
        notify_referrer_on_join: values.notify,
      }),
    onMutate: () => {
      setRefusals([]);
      setInvited(0);
    },
    onError: async (error, values) => {
      if (!(error instanceof ApiError) || error.code !== 'INVITATION_FAILED') {
        form.setErrors(formErrors(error, fields));
        return;
      }
      const refused = error.fields['errors'] as Refusal[];
      const sent = error.fields['sent_invitations'] === true ? addresses(values.emails).length - refused.length : 0;
      setRefusals(refused);
      setInvited(sent);
      // Only what still needs a look stays to be sent again.
      form.setFieldValue('emails', refused.map(([address]) => address).join('\n'));
      await client.invalidateQueries({ queryKey: ['invitations'] });
    },
    onSuccess: async (_answer, values) => {
      await client.invalidateQueries({ queryKey: ['invitations'] });
      const count = addresses(values.emails).length;
      notifications.show({
        title: 'Invited',
        message: count === 1 ? '1 person is invited.' : `${count} people are invited.`,
      });
      onClose();
    },
  });
  return (
    <FormModal
      title="Invite by email"
      submitLabel="Send invitations"
      opened
      size="lg"
      pending={invite.isPending}
      error={form.errors['']}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
    >
      {invited > 0 && (
        <Alert color="green">
          {invited === 1 ? '1 person is invited.' : `${invited} people are invited.`} The addresses below are not.
        </Alert>
      )}
      <Textarea
        label="Email addresses"
        description="Separated by commas or new lines. Whom you have invited before gets a new link, and the old one ends."
        autosize
        minRows={3}
        maxRows={12}
        required
        data-autofocus
        {...form.getInputProps('emails')}
        error={refusals.length > 0 ? <Refusals refusals={refusals} /> : form.errors['emails']}
      />
      <InviteOptionFields form={form} />
      <Switch label="Tell me when they join" {...form.getInputProps('notify', { type: 'checkbox' })} />
    </FormModal>
  );
}

function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <List component="ul" size="sm" listStyleType="none" m={0} p={0}>
      {refusals.map(([address, reason, isDeactivated]) => (
        <List.Item key={address} c="var(--mantine-color-error)">
          <Text span inherit fw={600}>
            {address}
          </Text>
          {`: ${reason}`}
          {isDeactivated && ' Reactivate it under Users.'}
        </List.Item>
      ))}
    </List>
  );
}

/** As the server splits them. */
function addresses(text: string): string[] {
  return [...new Set(text.split(/[,\n\r]+/).map((part) => part.trim().toLowerCase()))].filter((part) => part !== '');
}
