/** Import preview: source, counts, users who cannot sign in yet, and skipped data. */
import { List, Stack, Text } from '@mantine/core';
import { numberFormat, sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { FactTable } from '../components/fact-list.tsx';
import type { ImportPreview } from './imports.ts';

const number = numberFormat();

export function PreviewFacts({ preview }: { preview: ImportPreview }) {
  const { counts } = preview;
  const facts: [string, string][] = [
    [t('Organization'), preview.organization],
    [t('Exported from'), preview.title],
    [t('Users'), number.format(counts.users)],
    [t('Bots'), number.format(counts.bots)],
    [t('Deactivated'), number.format(counts.deactivated)],
    [
      t('Channels'),
      t('{{channels}} ({{private}} private)', {
        channels: number.format(counts.channels),
        private: number.format(counts.private_channels),
      }),
    ],
    [
      t('Messages'),
      t('{{messages}} ({{direct}} direct)', {
        messages: number.format(counts.messages),
        direct: number.format(counts.direct_messages),
      }),
    ],
    [t('Files'), counts.files === 0 ? '0' : `${number.format(counts.files)} (${sizeText(preview.file_bytes)})`],
    ...(preview.users_here > 0
      ? [
          [
            t('Existing accounts'),
            t('{{count}} users with an account here', {
              count: preview.users_here,
              defaultValue_one: '1 user with an account here',
            }),
          ] as [string, string],
        ]
      : []),
  ];
  return (
    <Stack gap="md">
      {preview.was_imported && <Text size="sm">{t('This team was imported before. Only new data is added.')}</Text>}
      <FactTable facts={facts} />
      <Listed
        title={t('Users without an email address ({{count}}): they need one to sign in', {
          count: preview.users_without_address_count,
        })}
        lines={preview.users_without_address}
      />
      <Listed
        title={t('Duplicate names')}
        lines={preview.shared_names.map(({ name, count }) => `${name} (${count})`)}
      />
      <Listed title={t('Not imported')} lines={preview.not_carried_over} isOpen />
      <Listed
        title={t('Changed or left out ({{formatted}})', { formatted: number.format(preview.problem_count) })}
        lines={preview.problems.map(({ file, line, what }) =>
          line === null ? `${file}: ${what}` : t('{{file}}, line {{line}}: {{what}}', { file, line, what }),
        )}
      />
    </Stack>
  );
}

/** A list that is opened; nothing where it is empty. */
function Listed({ title, lines, isOpen = false }: { title: string; lines: readonly string[]; isOpen?: boolean }) {
  if (lines.length === 0) return null;
  return (
    <details open={isOpen}>
      <Text component="summary" size="sm" fw={500} style={{ cursor: 'pointer' }}>
        {title}
      </Text>
      <List size="sm" mt={4}>
        {lines.map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
    </details>
  );
}
