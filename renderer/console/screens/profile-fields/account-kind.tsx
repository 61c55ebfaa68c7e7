/** Service of an external-account field: with a service that the server knows, or anywhere else by an address of its own. */
import { Code, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import type { FieldValues } from '../../people/profile-fields.ts';
import { organizationQuery } from '../../settings/settings.ts';

export function AccountKind({ form }: { form: UseFormReturnType<FieldValues> }) {
  const { data } = useQuery(organizationQuery);
  const known = data?.external_accounts ?? {};
  const { subtype, name, hint } = form.values;
  /** A service brings a name and a hint along; what someone wrote themselves stays. */
  const choose = (next: string): void => {
    const [before, now] = [known[subtype], known[next]];
    form.setFieldValue('subtype', next);
    if (name === '' || name === before?.name) form.setFieldValue('name', now?.name ?? '');
    if (hint === '' || hint === before?.hint) form.setFieldValue('hint', now?.hint ?? '');
  };
  return (
    <>
      <Select
        label={t('Service')}
        description={known[subtype] === undefined ? undefined : <Code>{known[subtype].url_pattern}</Code>}
        allowDeselect={false}
        data={[
          ...Object.entries(known).map(([value, { text }]) => ({ value, label: text })),
          { value: 'custom', label: t('Other') },
        ]}
        value={subtype}
        onChange={(next) => choose(next ?? 'custom')}
      />
      {subtype === 'custom' && (
        <TextInput
          label={t('Account URL')}
          description={
            <>
              {richText(
                'With <code>{{place}}</code> as a placeholder for the name: <code>{{example}}</code>',
                { place: '%(username)s', example: 'https://code.example.com/%(username)s' },
                { code: <Code /> },
              )}
            </>
          }
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('urlPattern')}
        />
      )}
    </>
  );
}
