/** Rules for groups of a directory or provider: the role, channels and user groups that their members get here. */
import { Button, MultiSelect, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { channelsQuery, groupsQuery } from '../../../../client/queries.ts';
import { perLanguage, t } from '../../../../client/text.ts';

const roleNumbers = [200, 300, 400, 600] as const;

export interface GroupRule {
  group: string;
  role: (typeof roleNumbers)[number] | null;
  channel_ids: number[];
  user_group_ids: number[];
}

/** What members of a group become; owners are made by owners alone. */
const roles = perLanguage(() => [
  { value: '200', label: t('Administrator') },
  { value: '300', label: t('Moderator') },
  { value: '400', label: t('Member') },
  { value: '600', label: t('Guest') },
]);

interface GroupRulesProps {
  rules: GroupRule[];
  onChange: (rules: GroupRule[]) => void;
  /** How groups are named there. */
  groupHint: string;
  error?: ReactNode;
}

export function GroupRules({ rules, onChange, groupHint, error }: GroupRulesProps) {
  const change = (index: number, changes: Partial<GroupRule>): void =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)));
  return (
    <Stack gap="xs" component="section" aria-label={t('Rules for groups')}>
      <Text size="sm" fw={500}>
        {t('Rules for groups')}
      </Text>
      <Text size="xs" c="dimmed">
        {t(
          "Members of a directory group get a role, channels and user groups. The highest role applies. When they leave the group, they lose them. Rules can't make owners.",
        )}
      </Text>
      {error !== undefined && error !== null && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {rules.map((rule, index) => (
        // Rules have no identity but their place.
        <RuleFields
          key={index}
          rule={rule}
          number={index + 1}
          groupHint={groupHint}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(rules.filter((_rule, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          variant="default"
          onClick={() => onChange([...rules, { group: '', role: null, channel_ids: [], user_group_ids: [] }])}
        >
          {t('Add rule')}
        </Button>
      </div>
    </Stack>
  );
}

interface RuleFieldsProps {
  rule: GroupRule;
  /** From 1. */
  number: number;
  groupHint: string;
  onChange: (changes: Partial<GroupRule>) => void;
  onRemove: () => void;
}

function RuleFields({ rule, number, groupHint, onChange, onRemove }: RuleFieldsProps) {
  const channels = useQuery(channelsQuery(true));
  const groups = useQuery(groupsQuery);
  const shownChannels = channels.data
    ?.filter((one) => !one.is_archived || rule.channel_ids.includes(one.stream_id))
    .map(({ stream_id: id, name }) => ({ id, name: `#${name}` }));
  const shownGroups = groups.data?.filter(
    (one) => !one.is_system_group && (!one.deactivated || rule.user_group_ids.includes(one.id)),
  );
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('Rule {{number}}', { number })}>
      <Stack gap="xs">
        <TextInput
          label={t('Group')}
          description={groupHint}
          value={rule.group}
          onChange={(event) => onChange({ group: event.currentTarget.value })}
        />
        <Select
          label={t('Role')}
          placeholder={t('Unchanged')}
          data={roles()}
          clearable
          value={rule.role === null ? null : String(rule.role)}
          onChange={(role) => onChange({ role: roleNumbers.find((one) => String(one) === role) ?? null })}
        />
        <SeveralOf
          label={t('Channels')}
          nothingFoundMessage={t('No channels found')}
          choices={shownChannels}
          ids={rule.channel_ids}
          onChange={(ids) => onChange({ channel_ids: ids })}
        />
        <SeveralOf
          label={t('User groups')}
          nothingFoundMessage={t('No user group found')}
          choices={shownGroups}
          ids={rule.user_group_ids}
          onChange={(ids) => onChange({ user_group_ids: ids })}
        />
        <div>
          <Button variant="default" onClick={onRemove}>
            {t('Remove rule')}
          </Button>
        </div>
      </Stack>
    </Paper>
  );
}

interface SeveralOfProps {
  label: string;
  nothingFoundMessage: string;
  /** Undefined until they are read: until then nothing is shown as chosen. */
  choices: readonly { id: number; name: string }[] | undefined;
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}

function SeveralOf({ choices, ids, onChange, ...shown }: SeveralOfProps) {
  return (
    <MultiSelect
      {...shown}
      searchable
      hidePickedOptions
      limit={60}
      data={choices?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      value={choices === undefined ? [] : ids.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  );
}
