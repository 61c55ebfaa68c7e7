/** A person's account: name, role and address, and leaving or coming back. */
import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request, type User } from '../../api.ts';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useSession } from '../../queries.ts';
import { Deactivate } from './deactivate.tsx';
import { roleNames } from './roles.ts';

const fields = { new_email: /e-?mail|account/i, role: /role|owner/i, full_name: /\bname\b/i };
const ownerRole = 100;

export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const session = useSession();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    initialValues: { full_name: user.full_name, role: String(user.role), new_email: user.delivery_email ?? '' },
    validate: { full_name: isNotEmpty('Their name, as the team knows them.') },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => {
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      return request('PATCH', `/users/${user.user_id}`, Object.fromEntries(changed));
    },
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async (_answer, { full_name }) => {
      await client.invalidateQueries({ queryKey: ['users'] });
      notifications.show({ title: 'Saved', message: `${full_name} is changed everywhere.` });
      onClose();
    },
  });
  if (leaving) return <Deactivate user={user} onClose={onClose} />;
  const isOwner = session.role === ownerRole;
  const roles = Object.entries(roleNames).filter(([role]) => Number(role) >= session.role || role === form.values.role);
  return (
    <FormModal
      title={user.full_name}
      submitLabel="Save"
      opened
      pending={save.isPending}
      error={form.errors['']}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {user.is_active === false && <Alert>This account is deactivated: nobody can sign in with it.</Alert>}
      <TextInput label="Full name" maxLength={100} data-autofocus {...form.getInputProps('full_name')} />
      <Select
        label="Role"
        allowDeselect={false}
        disabled={user.role === ownerRole && !isOwner}
        data={roles.map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('role')}
      />
      <TextInput
        label="Email"
        type="email"
        disabled={!isOwner}
        description={isOwner ? 'They sign in with it.' : 'Only owners change addresses.'}
        {...form.getInputProps('new_email')}
      />
      {user.user_id !== session.user_id && (
        <Group>
          {user.is_active === false ? (
            <Reactivate user={user} onDone={onClose} />
          ) : (
            <Button variant="light" color="red" onClick={() => setLeaving(true)}>
              Deactivate account
            </Button>
          )}
        </Group>
      )}
    </FormModal>
  );
}

/** Brings an account back; nothing is lost by it, so nothing is asked. */
export function Reactivate({ user, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  const reactivate = useMutation({
    mutationFn: () => request('POST', `/users/${user.user_id}/reactivate`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] });
      notifications.show({ title: 'Reactivated', message: `${user.full_name} is back.` });
      onDone();
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not reactivated', message: error.message }),
  });
  return (
    <Button variant="default" onClick={() => reactivate.mutate()} loading={reactivate.isPending}>
      Reactivate account
    </Button>
  );
}
