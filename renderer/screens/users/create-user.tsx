/** A new account, with a first password that the administrator hands over. */
import { PasswordInput, TextInput } from '@mantine/core';
import { isEmail, isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api.ts';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';

const fields = { email: /e-?mail|account/i, password: /password/i, full_name: /\bname\b/i };

export function CreateUser({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { full_name: '', email: '', password: '' },
    validate: {
      full_name: isNotEmpty('Their name, as the team knows them.'),
      email: isEmail('An address such as name@example.org.'),
      password: isNotEmpty('A first password; they can change it.'),
    },
  });
  const create = useMutation({
    mutationFn: (values: typeof form.values) => request('POST', '/users', values),
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async (_answer, { full_name }) => {
      await client.invalidateQueries({ queryKey: ['users'] });
      notifications.show({ title: 'User added', message: `${full_name} can sign in now.` });
      onClose();
    },
  });
  const input = (name: keyof typeof fields) => ({ ...form.getInputProps(name), key: form.key(name), required: true });
  return (
    <FormModal
      title="Add user"
      submitLabel="Add user"
      opened
      pending={create.isPending}
      error={form.errors['']}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput label="Full name" autoComplete="off" data-autofocus {...input('full_name')} />
      <TextInput label="Email" type="email" autoComplete="off" {...input('email')} />
      <PasswordInput
        label="Password"
        description="Tell it to them; they can change it after signing in."
        autoComplete="new-password"
        {...input('password')}
      />
    </FormModal>
  );
}
