/** Invitations by mail to many addresses at once; those that cannot be invited stay in the form, each with its reason. */
import { Alert, List, Switch, Textarea } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/contract/types.ts';
import { formErrors } from '../../../client/form-errors.ts';
import { ApiError, request } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import { formState } from '../../components/edit-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { HandOver } from './hand-over.tsx';
import { invitationsQuery, mailStateOf, useMailState, type Invitation, type MailState } from './invitations.ts';
import {
  emptyOptions,
  InviteOptionFields,
  optionFields,
  optionsOf,
  optionParams,
  type InviteOptions,
} from './invite-options.tsx';
import { InviteeChips } from './invitee-chips.tsx';
import { MailFails } from './mail-fails.tsx';

interface Values extends InviteOptions {
  emails: string;
  notify: boolean;
}

type InvitationFailed = components['schemas']['InvitationFailedError'];
/** Address, reason, and whether a deactivated account has it. */
type Refusal = InvitationFailed['errors'][number];

const isInvitationFailed = (error: Error): error is ApiError & { fields: InvitationFailed } =>
  error instanceof ApiError && error.code === 'INVITATION_FAILED';

/** What became of a list. */
interface Outcome {
  invited: string[];
  refused: Refusal[];
}

interface InvitePeopleProps {
  /** An invitation that came to nothing, to be made again; undefined: a new one. */
  again: Invitation | undefined;
  onClose: () => void;
}

export function InvitePeople({ again, onClose }: InvitePeopleProps) {
  const client = useQueryClient();
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const mail = useMailState();
  const sendsMail = mail !== 'none';
  const [invited, setInvited] = useState<string[]>([]);
  const [isDone, setDone] = useState(false);
  const form = useForm<Values>({
    initialValues: {
      ...(again === undefined ? emptyOptions : optionsOf(again)),
      emails: again?.email ?? '',
      notify: true,
    },
    validate: { emails: isNotEmpty(t('Enter at least one email address, such as name@example.org.')) },
  });
  const invite = useMutation({
    mutationFn: invitePeople,
    onMutate: () => {
      setRefusals([]);
    },
    onSuccess: async ({ invited: sent, refused }) => {
      await client.invalidateQueries({ queryKey: ['invitations'] });
      const all = [...new Set([...invited, ...sent])];
      setInvited(all);
      if (refused.length > 0) {
        setRefusals(refused);
        // Only what still needs a look stays to be sent again.
        form.setFieldValue('emails', refused.map(([address]) => address).join('\n'));
        return;
      }
      // Of now: a first try may have failed since the form was opened.
      if (mailStateOf(client.getQueryData(invitationsQuery.queryKey)) !== 'works') {
        setDone(true);
        return;
      }
      notifications.show({
        color: 'green',
        title: t('Invitations created'),
        message: mailedTo(all),
      });
      onClose();
    },
  });
  if (isDone) return <HandOver addresses={invited} onClose={onClose} />;
  return (
    <FormModal
      title={sendsMail ? t('Invite by email') : t('Invite people')}
      submitLabel={sendsMail ? t('Send invitations') : t('Create invitations')}
      size="lg"
      {...formState(form, invite)}
      // A user who is invited without mail needs the link, also when the others are given up.
      onClose={!sendsMail && invited.length > 0 ? () => setDone(true) : onClose}
      onSubmit={form.onSubmit((values) =>
        invite.mutate(values, {
          onError: (error) => form.setErrors(formErrors(error, optionFields, { invitee_emails: 'emails' })),
        }),
      )}
    >
      <Notices mail={mail} invited={invited} />
      <Textarea
        label={t('Email addresses')}
        description={t(
          'Paste a list with or without names. People who were invited before get a new link, and their old link stops working.',
        )}
        autosize
        minRows={3}
        maxRows={12}
        required
        data-autofocus
        {...form.getInputProps('emails')}
        error={refusals.length > 0 ? <Refusals refusals={refusals} /> : form.errors['emails']}
      />
      <InviteeChips text={form.values.emails} />
      <InviteOptionFields form={form} />
      <Switch label={t('Notify me when they join')} {...form.getInputProps('notify', { type: 'checkbox' })} />
    </FormModal>
  );
}

/** Invites the people of a list. The server reads the list, and says which addresses are in it. */
async function invitePeople(values: Values): Promise<Outcome> {
  const { invitees } = await request('POST', '/console/invitees', { invitee_emails: values.emails });
  const listed = invitees.flatMap(({ email }) => (email === null ? [] : [email]));
  try {
    await request('POST', '/invites', {
      ...optionParams(values),
      invitee_emails: values.emails,
      notify_referrer_on_join: values.notify,
    });
    return { invited: listed, refused: [] };
  } catch (error) {
    if (!(error instanceof Error) || !isInvitationFailed(error)) throw error;
    const { errors: refused, sent_invitations: wereSent } = error.fields;
    const isRefused = new Set(refused.map(([address]) => address));
    return { refused, invited: wereSent ? listed.filter((email) => !isRefused.has(email)) : [] };
  }
}

/** Whether mail goes out, and who is invited already. */
function Notices({ mail, invited }: { mail: MailState; invited: string[] }) {
  return (
    <>
      {mail === 'failing' && <MailFails />}
      {mail === 'none' && (
        <Alert title={t('No email will be sent')}>
          {t('No mail server is set up. You get a link and a QR code to share with each person.')}
        </Alert>
      )}
      {invited.length > 0 && (
        <Alert color="green">
          {mail === 'works'
            ? mailedTo(invited)
            : t('Created invitations for {{names}}.', { names: invited.join(', ') })}{' '}
          {t('These addresses were not invited:')}
        </Alert>
      )}
    </>
  );
}

function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <List component="ul" size="sm" listStyleType="none" m={0} p={0}>
      {refusals.map(([address, reason, isDeactivated]) => (
        <List.Item key={address} c="var(--mantine-color-error)">
          {richText(
            isDeactivated
              ? '<b>{{address}}</b>: {{reason}} Reactivate it under Users.'
              : '<b>{{address}}</b>: {{reason}}',
            { address, reason },
            { b: <b /> },
          )}
        </List.Item>
      ))}
    </List>
  );
}

/** Whether the mail server takes it shows later. */
const mailedTo = (emails: readonly string[]): string =>
  t('Emails to {{names}} are being sent.', {
    names: emails.length > 3 ? t('{{count}} people', { count: emails.length }) : emails.join(', '),
  });
