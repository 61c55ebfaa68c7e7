/** Directory attributes for profile fields. */
import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../../../../client/text.ts';
import { profileFieldsQuery } from '../../../people/profile-fields.ts';

interface ProfileAttribute {
  attribute: string;
  field_id: number;
}

/** Fields of people hold accounts of this server. */
const peopleType = 6;

interface ProfileAttributesProps {
  value: ProfileAttribute[];
  onChange: (value: ProfileAttribute[]) => void;
  error?: ReactNode;
}

export function ProfileAttributes({ value, onChange, error }: ProfileAttributesProps) {
  const fields = useQuery(profileFieldsQuery);
  const usable = (fields.data ?? []).filter(({ type }) => type !== peopleType);
  const [first] = usable;
  const change = (index: number, changes: Partial<ProfileAttribute>): void =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <Stack gap="xs" component="section" aria-label={t('Attributes for profile fields')}>
      <Text size="sm" fw={500}>
        {t('Attributes for profile fields')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('Such as telephoneNumber, mobile, title or department. The fields then follow the directory.')}{' '}
        <Anchor component={Link} href="/profile-fields" size="xs">
          {t('Open profile fields')}
        </Anchor>
      </Text>
      {error !== undefined && error !== null && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {value.map((one, index) => (
        // They have no identity but their place.
        <Group key={index} align="flex-end">
          <TextInput
            label={t('Attribute')}
            style={{ flex: '1 1 10rem' }}
            value={one.attribute}
            onChange={(event) => change(index, { attribute: event.currentTarget.value })}
          />
          <Select
            label={t('Profile field')}
            allowDeselect={false}
            style={{ flex: '1 1 10rem' }}
            data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(one.field_id)}
            onChange={(id) => change(index, { field_id: Number(id) })}
          />
          <Button variant="default" onClick={() => onChange(value.filter((_one, at) => at !== index))}>
            {t('Remove attribute')}
          </Button>
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          disabled={first === undefined}
          onClick={() => first !== undefined && onChange([...value, { attribute: '', field_id: first.id }])}
        >
          {t('Add attribute')}
        </Button>
      </div>
    </Stack>
  );
}
