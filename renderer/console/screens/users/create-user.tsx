/** A new account: its owner chooses a password by a link, or is reported a first one. */
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { isEmail, isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { ResetLink } from '../../../../server/contract/shapes/accounts.ts';
import { ApiError, request } from '../../../client/request.ts';
import { roleNames, roleOf } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../form-call.ts';
import { PasswordLink } from './password-link.tsx';

interface Values {
  full_name: string;
  email: string;
  role: string;
  password: string;
}

export function CreateUser({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [link, setLink] = useState<ResetLink | null>(null);
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { full_name: '', email: '', role: '400', password: '' },
    validate: {
      full_name: isNotEmpty(t("Enter the user's name.")),
      email: isEmail(t('Enter an email address, such as name@example.org.')),
    },
  });
  const create = useFormCall(form, (values) => (values.password === '' ? withLink(values) : withPassword(values)), {
    onDone: (made, { full_name: fullName }) => {
      if (made !== null) return setLink(made);
      notifications.show({
        color: 'green',
        title: t('User added'),
        message: t('{{fullName}} can now sign in.', { fullName }),
      });
      onClose();
    },
  });
  if (link !== null) return <PasswordLink name={form.getValues().full_name} link={link} onClose={onClose} />;
  const input = (name: keyof Values) => ({ ...form.getInputProps(name), key: form.key(name) });
  const roles = Object.entries(roleNames()).filter(([role]) => Number(role) >= session.role);
  return (
    <FormModal title={t('Add user')} submitLabel={t('Add user')} {...create.props} onClose={onClose}>
      <TextInput label={t('Full name')} autoComplete="off" data-autofocus required {...input('full_name')} />
      <TextInput label={t('Email')} type="email" autoComplete="off" required {...input('email')} />
      <Select
        label={t('Role')}
        allowDeselect={false}
        data={roles.map(([value, label]) => ({ value, label }))}
        {...input('role')}
      />
      <PasswordInput
        label={t('Password')}
        description={t('Leave empty to get a link for the user to set a password.')}
        autoComplete="new-password"
        {...input('password')}
      />
    </FormModal>
  );
}

/** @returns the link to hand over. */
async function withLink({ full_name, email, role }: Values): Promise<ResetLink> {
  const rows = [{ full_name, email, role }];
  const { results } = await request('POST', '/console/accounts', { rows });
  const [result] = results;
  const [error] = result?.errors ?? [];
  if (error !== undefined) throw new ApiError(400, 'BAD_REQUEST', error.message, { var_name: error.field });
  if (!hasLink(result))
    throw new ApiError(200, 'UNKNOWN', t("The server returned no password link. Create one in the user's details."));
  return result;
}

/** A user who was added has one, with all that belongs to it. */
const hasLink = (result: Partial<ResetLink> | undefined): result is ResetLink => result?.link_url !== undefined;

async function withPassword({ full_name, email, role, password }: Values): Promise<null> {
  const { user_id: id } = await request('POST', '/users', { full_name, email, password });
  if (role !== '400') await request('PATCH', `/users/${id}`, { role: roleOf(role) });
  return null;
}
