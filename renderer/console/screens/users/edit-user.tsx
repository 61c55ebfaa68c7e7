/** The profile of a person: name, role, address and the values of the profile fields; and leaving or coming back. */
import { Alert, Button, Divider, Group, Select, Switch } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { request, type User } from '../../../client/request.ts';
import { isAdministrator, roleNames, ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { EditForm } from '../../components/edit-form.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { useFormCall } from '../../form-call.ts';
import { profileFieldsQuery, type ProfileField } from '../../people/profile-fields.ts';
import { accountQuery, mayManage, profileQuery } from './accounts.ts';
import { formOf, profileData, ProfileValues, type ProfileValuesForm } from './profile-values.tsx';
import { Reactivate } from './reactivate.tsx';

interface EditUserProps {
  user: User;
  onDeactivate: () => void;
  onClose: () => void;
}

export function EditUser({ user, onDeactivate, onClose }: EditUserProps) {
  const definitions = useQuery(profileFieldsQuery);
  const stored = useQuery(profileQuery(user.user_id));
  const account = useQuery(accountQuery(user.user_id));
  const error = definitions.error ?? stored.error ?? (account.data === undefined ? account.error : null);
  if (error !== null)
    return (
      <Failure
        error={error}
        onRetry={() => void Promise.all([definitions, stored, account].map((query) => query.refetch()))}
      />
    );
  // What was known before is no start for a form: the role may have changed since, and the permission with it.
  const isKnown = account.data !== undefined && account.isFetchedAfterMount;
  if (definitions.data === undefined || stored.data === undefined || !isKnown) return <Loading />;
  return (
    <ProfileForm
      user={user}
      definitions={definitions.data}
      profile={formOf(definitions.data, stored.data)}
      mayCreate={account.data.can_create_users}
      onDeactivate={onDeactivate}
      onClose={onClose}
    />
  );
}

interface ProfileFormProps extends EditUserProps {
  definitions: ProfileField[];
  profile: ProfileValuesForm;
  mayCreate: boolean;
}

function ProfileForm({ user, definitions, profile, mayCreate, onDeactivate, onClose }: ProfileFormProps) {
  const session = useSession();
  const form = useForm({
    initialValues: {
      full_name: user.full_name,
      role: String(user.role),
      new_email: user.delivery_email ?? '',
      // A user who becomes an administrator may, unless it is taken from them.
      can_create_users: mayCreate || !isAdministrator(user.role),
      profile,
    },
    validate: { full_name: isNotEmpty(t("Enter the user's name.")) },
  });
  const save = useFormCall(
    form,
    ({ profile: values, ...rest }) => {
      const canHold = isAdministrator(Number(rest.role));
      const changed = Object.entries(rest).filter(
        ([name]) => form.isDirty(name) && (name !== 'can_create_users' || canHold),
      );
      const data = profileData(definitions, profile, values);
      return request('PATCH', `/users/${user.user_id}`, { ...Object.fromEntries(changed), profile_data: data });
    },
    {
      renamed: profileFieldsOf(definitions),
      done: ({ full_name: fullName }) => ({
        title: t('Saved'),
        message: t('Your changes to {{fullName}} are in effect.', { fullName }),
      }),
      onDone: onClose,
    },
  );
  const isOwner = session.role === ownerRole;
  const isOther = user.user_id !== session.user_id;
  const roles = Object.entries(roleNames()).filter(
    ([role]) => Number(role) >= session.role || role === form.values.role,
  );
  return (
    <EditForm {...save.props}>
      {user.is_active === false && <Alert>{t('This account is deactivated. No one can sign in with it.')}</Alert>}
      <TextInput label={t('Full name')} maxLength={100} data-autofocus {...form.getInputProps('full_name')} />
      <Select
        label={t('Role')}
        allowDeselect={false}
        disabled={user.role === ownerRole && !isOwner}
        data={roles.map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('role')}
      />
      {isAdministrator(Number(form.values.role)) && (
        <Switch
          label={t('Can create accounts')}
          description={isOwner ? t('Individually or from a list.') : t('Only owners can change this.')}
          disabled={!isOwner}
          {...form.getInputProps('can_create_users', { type: 'checkbox' })}
        />
      )}
      <TextInput
        label={t('Email')}
        type="email"
        disabled={!isOwner}
        description={isOwner ? t('Used to sign in.') : t('Only owners can change addresses.')}
        {...form.getInputProps('new_email')}
      />
      {definitions.length > 0 && <Divider label={t('Profile')} labelPosition="left" />}
      <ProfileValues
        fields={definitions}
        values={form.values.profile}
        errors={form.errors}
        onChange={(id, value) => {
          form.setFieldValue('profile', { ...form.values.profile, [id]: value });
          form.clearFieldError(`profile-${id}`);
        }}
      />
      <Group justify="space-between">
        {isOther && mayManage(session, user) ? <LeaveOrReturn {...{ user, onDeactivate, onClose }} /> : <span />}
        <Button type="submit" loading={save.isPending}>
          {t('Save')}
        </Button>
      </Group>
    </EditForm>
  );
}

function LeaveOrReturn({ user, onDeactivate, onClose }: EditUserProps) {
  if (user.is_active === false) return <Reactivate user={user} onDone={onClose} />;
  return (
    <Button variant="outline" color="red" onClick={onDeactivate}>
      {t('Deactivate account')}
    </Button>
  );
}

/** The API names a profile field by its id. */
const profileFieldsOf = (definitions: readonly ProfileField[]): Record<string, string> =>
  Object.fromEntries(definitions.map(({ id }) => [`profile_data.${id}`, `profile-${id}`]));
