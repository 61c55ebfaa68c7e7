/** What a backup is good for beyond this computer: moving to another one, and a look at it without touching this one. */
import { Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../client/text.ts';
import { Card } from '../../components/section.tsx';

export function MoveToComputer() {
  return (
    <Card title={t('Move to another computer')}>
      <Text size="sm" c="dimmed">
        {t(
          'A backup is one file with everything: messages, people and their passwords, channels, settings, uploaded files. Anyone who has it can read all of it, so keep it safe.',
        )}
      </Text>
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>{t('Press “Back up now” above, and download the newest backup.')}</List.Item>
        <List.Item>{t('Copy the file to the other computer, and install and open Hearth there.')}</List.Item>
        <List.Item>{t('Choose “Restore a backup” on its first screen, and then the file.')}</List.Item>
        <List.Item>
          {t(
            'Quit Hearth on this computer, so that nobody writes here any more. The other computer has a new address, which it shows with a QR code; your team signs in there as before.',
          )}
        </List.Item>
      </List>
      <Folded title={t('With the command line, into a folder of its own')}>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          npm run restore -- --from FILE.hearth-backup --data-dir NEW-FOLDER
        </Code>
        <Text size="xs" c="dimmed" mt={4}>
          {t(
            "The folder must be new or empty. Nothing here is touched; every count is compared with the backup's own.",
          )}
        </Text>
      </Folded>
    </Card>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }} mb="xs">
        {title}
      </Text>
      {children}
    </details>
  );
}
