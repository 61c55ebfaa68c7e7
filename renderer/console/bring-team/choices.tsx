/** Import choices: channels, direct messages, one of several teams, and the topic of messages without one. */
import { Checkbox, Fieldset, PasswordInput, Radio, ScrollArea, Select, Stack } from '@mantine/core';
import { numberFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import type { ImportChoices, ImportPreview } from './imports.ts';

const number = numberFormat();

export const allOf = ({ source }: ImportPreview): ImportChoices => ({
  leave_out_channels: [],
  leave_out_private_channels: false,
  leave_out_direct_messages: false,
  main_topic: source === 'zulip' ? '' : 'general',
  team: undefined,
  slack_token: undefined,
});

interface ChoicesProps {
  preview: ImportPreview;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}

export function Choices({ preview, choices, onChange }: ChoicesProps) {
  const change = (part: Partial<ImportChoices>): void => onChange({ ...choices, ...part });
  return (
    <Stack gap="md">
      {preview.teams.length > 1 && (
        <Select
          label={t('Team')}
          data={[
            { value: '', label: t('All (one channel folder each)') },
            ...preview.teams.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          allowDeselect={false}
          value={choices.team ?? ''}
          onChange={(team) => change({ team: team === null || team === '' ? undefined : team })}
        />
      )}
      <Channels preview={preview} choices={choices} onChange={onChange} />
      {preview.source !== 'zulip' && (
        <Radio.Group
          label={t('Topic of messages outside threads')}
          description={t('Each thread becomes a separate topic.')}
          value={choices.main_topic}
          onChange={(topic) => change({ main_topic: topic })}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="general" label={t('A topic named “general”')} />
            <Radio value="" label={t('The topic without a name')} />
          </Stack>
        </Radio.Group>
      )}
      {preview.source === 'slack' && (
        <PasswordInput
          label={t('Slack token (optional)')}
          description={t(
            'Used to download files that the export only links to. Not stored after the import. Starts with xoxb- or xoxp-.',
          )}
          autoComplete="off"
          maxLength={300}
          value={choices.slack_token ?? ''}
          onChange={(event) => {
            const token = event.currentTarget.value.trim();
            change({ slack_token: token === '' ? undefined : token });
          }}
        />
      )}
    </Stack>
  );
}

function Channels({ preview, choices, onChange }: ChoicesProps) {
  const left = new Set(choices.leave_out_channels);
  const { counts } = preview;
  const toggle = (id: string, isTaken: boolean): void => {
    const others = choices.leave_out_channels.filter((each) => each !== id);
    onChange({ ...choices, leave_out_channels: isTaken ? others : [...others, id] });
  };
  return (
    <Fieldset legend={t('Content to import')}>
      <Stack gap="xs">
        {counts.private_channels > 0 && (
          <Checkbox
            label={t('Private channels ({{count}}): readable by their members only', {
              count: counts.private_channels,
            })}
            checked={!choices.leave_out_private_channels}
            onChange={(event) => onChange({ ...choices, leave_out_private_channels: !event.currentTarget.checked })}
          />
        )}
        {counts.direct_messages > 0 && (
          <Checkbox
            label={t('Direct messages ({{formatted}}): readable by their participants only', {
              formatted: number.format(counts.direct_messages),
            })}
            checked={!choices.leave_out_direct_messages}
            onChange={(event) => onChange({ ...choices, leave_out_direct_messages: !event.currentTarget.checked })}
          />
        )}
        <ScrollArea.Autosize mah={280} type="auto" tabIndex={-1}>
          <Stack gap="xs" py={4}>
            {preview.channels.map(({ id, name, messages, is_archived: isArchived, is_here: isHere }) => (
              <Checkbox
                key={id}
                label={<bdi>{`#${name}`}</bdi>}
                description={[
                  messages === null
                    ? ''
                    : t('{{formatted}} messages', {
                        count: messages,
                        formatted: number.format(messages),
                        defaultValue_one: '1 message',
                      }),
                  isArchived ? t('archived') : '',
                  isHere ? t('added to the existing channel') : '',
                ]
                  .filter((part) => part !== '')
                  .join(', ')}
                checked={!left.has(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Stack>
    </Fieldset>
  );
}
