/** Backup instructions beyond this computer: moving to another one, and a look at it without touching this one. */
import { Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../client/text.ts';
import { Card } from '../../components/section.tsx';

export function MoveToComputer() {
  return (
    <Card title={t('Move to another computer')}>
      <Text size="sm" c="dimmed">
        {t(
          'A backup is one file with all data: messages, accounts with passwords, channels, settings and uploaded files. Anyone who has the file can read all of it. Keep it safe.',
        )}
      </Text>
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>{t('Click “Back up now” above, and download the newest backup.')}</List.Item>
        <List.Item>{t('Copy the file to the other computer. Install and open Hearth there.')}</List.Item>
        <List.Item>{t('Choose “Restore a backup” on the first screen, then choose the file.')}</List.Item>
        <List.Item>
          {t(
            'Quit Hearth on this computer, so that no one sends messages here. Hearth on the other computer shows its new address and a QR code. Your team signs in there as before.',
          )}
        </List.Item>
      </List>
      <Folded title={t('With the command line, into a separate folder')}>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          npm run restore -- --from FILE.hearth-backup --data-dir NEW-FOLDER
        </Code>
        <Text size="xs" c="dimmed" mt={4}>
          {t('The folder must be new or empty. The data here is not changed. All counts are compared with the backup.')}
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
