/** Profile fields screen: fields in their order, added, changed and deleted. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { Page } from '../../layout/page.tsx';
import { useCreateRoute } from '../../layout/use-create-route.ts';
import { OrderedList } from '../../ordered-list.tsx';
import { choicesOf, profileFieldsQuery, typeNames, type ProfileField } from '../../people/profile-fields.ts';
import type { ScreenProps } from '../../screen.ts';
import { FieldForm } from './field-form.tsx';

export function ProfileFields({ section }: ScreenProps) {
  const session = useSession();
  const { data, error, refetch } = useQuery(profileFieldsQuery);
  const [editing, setEditing] = useState<ProfileField | 'new' | null>(null);
  const [deleting, setDeleting] = useState<ProfileField | null>(null);
  useCreateRoute(section, session.is_admin ? () => setEditing('new') : undefined);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const isOther = (field: ProfileField) => editing === 'new' || field.id !== editing?.id;
  return (
    <Page
      title={t('Profile fields')}
      description={t('Extra fields on user profiles, in this order.')}
      actions={session.is_admin && <Button onClick={() => setEditing('new')}>{t('Add profile field')}</Button>}
    >
      {data === undefined && <Loading />}
      {data?.length === 0 && (
        <Nothing title={t('No profile fields yet')}>
          {session.is_admin
            ? t('Add fields such as phone number, birthday or room.')
            : t('Administrators can add them.')}
        </Nothing>
      )}
      {data !== undefined && data.length > 0 && (
        <OrderedList
          label={t('Profile fields')}
          items={data}
          nameOf={({ name }) => name}
          queryKey={profileFieldsQuery.queryKey}
          saveOrder={(ids) => request('PATCH', '/realm/profile_fields', { order: ids })}
          edit={session.is_admin ? { onEdit: setEditing, onDelete: setDeleting } : undefined}
        >
          {(field) => <Field field={field} />}
        </OrderedList>
      )}
      {editing !== null && (
        <FieldForm
          field={editing === 'new' ? undefined : editing}
          othersInSummary={(data ?? []).filter((field) => isOther(field) && field.display_in_profile_summary).length}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting !== null && <DeleteField field={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function Field({ field }: { field: ProfileField }) {
  const notes = [
    field.display_in_profile_summary && t('In the summary'),
    field.required && t('Requested'),
    !field.editable_by_user && t('Administrators only'),
  ].filter((note) => note !== false && note !== undefined);
  const choices = choicesOf(field).map(({ text }) => text);
  return (
    <>
      <Group gap="xs">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {field.name}
        </Text>
        <Badge variant="light" color="gray">
          {typeNames()[field.type]}
        </Badge>
        {notes.map((note) => (
          <Badge key={note} variant="outline" color="gray">
            {note}
          </Badge>
        ))}
      </Group>
      {(field.hint !== '' || choices.length > 0) && (
        <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {[field.hint, choices.join(', ')].filter((part) => part !== '').join(' · ')}
        </Text>
      )}
    </>
  );
}

function DeleteField({ field, onClose }: { field: ProfileField; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Delete {{name}}?', { name: field.name })}
      confirm={t('Delete')}
      run={() => request('DELETE', `/realm/profile_fields/${field.id}`)}
      onClose={onClose}
    >
      {t("Also deletes the values that people entered. This can't be undone.")}
    </ConfirmAction>
  );
}
