/** Content of a backup for review: organization, time, counts and the checksum of the file. */
import { Code, Stack, Text } from '@mantine/core';
import type { BackupContent, ReceivedBackup } from '../../../server/contract/shapes/backups.ts';
import { dateFormat, numberFormat, sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { FactTable } from '../components/fact-list.tsx';

const number = numberFormat();
const moment = dateFormat({ dateStyle: 'full', timeStyle: 'short' });

/** "2,000 messages, 13 accounts and bots, 10 channels, 6 files": the server's own bots and deactivated accounts are among them. */
export function contentText({ messages, users, channels, files }: BackupContent): string {
  return [
    t('{{formatted}} messages', { count: messages, formatted: number.format(messages), defaultValue_one: '1 message' }),
    t('{{formatted}} accounts and bots', { count: users, formatted: number.format(users) }),
    t('{{formatted}} channels', { count: channels, formatted: number.format(channels), defaultValue_one: '1 channel' }),
    t('{{formatted}} files', { count: files, formatted: number.format(files), defaultValue_one: '1 file' }),
  ].join(', ');
}

type Shown = Pick<ReceivedBackup, 'organization' | 'made_at' | 'size'> & {
  version?: string | null;
  counts: BackupContent | null;
  sha256: string | null;
  lacking: string;
};

export function BackupFacts({ backup }: { backup: Shown }) {
  const facts: [string, string][] = [
    [t('Organization'), backup.organization ?? t('not in this file')],
    [t('Created'), moment.format(new Date(backup.made_at * 1000))],
    ...(backup.counts === null ? [] : contentFacts(backup.counts)),
    ...(backup.lacking === '' ? [] : [[t('Incomplete'), backup.lacking] as [string, string]]),
    [t('Size'), sizeText(backup.size)],
    ...(backup.version
      ? [[t('Created by'), t('Hearth {{version}}', { version: backup.version })] as [string, string]]
      : []),
  ];
  return (
    <Stack gap="xs">
      <FactTable facts={facts} />
      {backup.sha256 !== null && <Checksum sha256={backup.sha256} />}
    </Stack>
  );
}

function contentFacts({ users, channels, messages, files, file_bytes: fileBytes }: BackupContent): [string, string][] {
  return [
    [t("Accounts, including deactivated ones, bots and the server's own"), number.format(users)],
    [t('Channels'), number.format(channels)],
    [t('Messages'), number.format(messages)],
    [t('Files'), files === 0 ? '0' : `${number.format(files)} (${sizeText(fileBytes)})`],
  ];
}

/** To compare with what was noted elsewhere: the same letters are the same file. */
function Checksum({ sha256 }: { sha256: string }) {
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
        {t('Verified: every part is intact')}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {t('SHA-256 of the file')}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
    </details>
  );
}
