/** An empty server takes in a team from another chat: its export, what is in it, and who becomes the owner; then they sign in. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { firstRunQuery } from '../../../client/queries.ts';
import { t } from '../../../client/text.ts';
import { firstPasswordProblem } from '../../../components/password-rules.ts';
import { ImportSteps, type ConfirmImportProps } from '../../bring-team/import-steps.tsx';
import { firstImports } from '../../bring-team/imports.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { NewPassword } from '../../components/new-password.tsx';
import { useFormCall } from '../../form-call.ts';
import type { WayProps } from './team-form.tsx';

export function BringTeam({ token, onBack }: WayProps) {
  const calls = firstImports(token);
  // Once the team is here, the sign-in page replaces this page.
  useQuery({ ...firstRunQuery, refetchInterval: 1000 });
  return (
    <AuthLayout
      title={t('Bring your team')}
      description={t('From Slack, Mattermost, Zulip or another Hearth: users, channels, messages and files.')}
    >
      <ImportSteps
        calls={calls}
        Confirm={Owner}
        aside={
          <Stack>
            <Text size="sm" c="dimmed">
              {t(
                'Export the team there first, then choose the downloaded file. You see its contents before anything is imported.',
              )}
            </Text>
            <Group>
              <Button variant="default" onClick={onBack}>
                {t('Back')}
              </Button>
            </Group>
          </Stack>
        }
      />
    </AuthLayout>
  );
}

function Owner({ calls, choices }: ConfirmImportProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { full_name: '', email: '', password: '' },
    validate: {
      full_name: isNotEmpty(t('Enter your name.')),
      email: isNotEmpty(t('Enter your email address.')),
      password: firstPasswordProblem,
    },
  });
  const start = useFormCall(form, (owner) => calls.start(choices, owner), { stale: [calls.key] });
  const input = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    key: form.key(name),
    required: true,
  });
  return (
    <EditForm {...start.props} isDirty={() => !start.isSuccess && form.isDirty()}>
      <Text size="sm">
        {t('You become the only owner. If you are in the export, enter the email address that you use there.')}
      </Text>
      <TextInput label={t('Your name')} autoComplete="name" maxLength={100} {...input('full_name')} />
      <TextInput label={t('Email')} type="email" autoComplete="username" {...input('email')} />
      <NewPassword {...input('password')} />
      <Group justify="flex-end">
        <Button type="submit" loading={start.isPending}>
          {t('Import team')}
        </Button>
      </Group>
    </EditForm>
  );
}
