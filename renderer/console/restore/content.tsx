/** What is in a backup, for somebody who decides about it: whose it is, of when, how much, and the checksum of the file. */
import { Code, Stack, Table, Text } from '@mantine/core';
import type { BackupContent, ReceivedBackup } from '../../../server/contract/shapes/backups.ts';
import { bytes } from '../../components/time.tsx';

const number = new Intl.NumberFormat();
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

const counted = (count: number, noun: string): string => `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "2,000 messages, 13 accounts, 10 channels, 6 files" */
export function contentText({ messages, users, channels, files }: BackupContent): string {
  return [
    counted(messages, 'message'),
    counted(users, 'account'),
    counted(channels, 'channel'),
    counted(files, 'file'),
  ].join(', ');
}

type Shown = Pick<ReceivedBackup, 'organization' | 'made_at' | 'size'> & {
  version?: string | null;
  counts: BackupContent | null;
  sha256: string | null;
};

export function BackupFacts({ backup }: { backup: Shown }) {
  const facts: [string, string][] = [
    ['Organization', backup.organization ?? 'not noted in this file'],
    ['Made', moment.format(new Date(backup.made_at * 1000))],
    ...(backup.counts === null ? [] : contentFacts(backup.counts)),
    ['Size', bytes(backup.size)],
    ...(backup.version ? [['Made by', `Hearth ${backup.version}`] as [string, string]] : []),
  ];
  return (
    <Stack gap="xs">
      <Table variant="vertical" layout="fixed" withTableBorder>
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {backup.sha256 !== null && <Checksum sha256={backup.sha256} />}
    </Stack>
  );
}

function contentFacts({ users, channels, messages, files, file_bytes: fileBytes }: BackupContent): [string, string][] {
  return [
    ['Accounts', number.format(users)],
    ['Channels', number.format(channels)],
    ['Messages', number.format(messages)],
    ['Files', files === 0 ? '0' : `${number.format(files)} (${bytes(fileBytes)})`],
  ];
}

/** To compare with what was noted elsewhere: the same letters are the same file. */
export function Checksum({ sha256 }: { sha256: string }) {
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
        Checked: every part is whole
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        SHA-256 of the file
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
    </details>
  );
}
