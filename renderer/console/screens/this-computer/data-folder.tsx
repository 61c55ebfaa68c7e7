/** Data folder and its actions. The questions are asked by the app, in dialogs of the system. */
import { Button, Code, Group, Text } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { Section } from '../../components/section.tsx';
import type { PartProps } from './part-props.ts';

export function DataFolder({ state: { dataDir, isDataDirGiven, task }, app }: PartProps) {
  const isBusy = task !== null;
  return (
    <Section title={t('Data folder')}>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {dataDir}
      </Code>
      <Text size="sm" c="dimmed">
        {t('This folder contains all messages, files, settings and backups.')}
        {isDataDirGiven
          ? ` ${t('The folder was set on the command line. That setting applies again at the next start.')}`
          : ''}
      </Text>
      <Group>
        <Button variant="default" onClick={() => void app.openDataFolder()}>
          {t('Open')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void app.moveDataFolder()}>
          {t('Move…')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void app.chooseDataFolder()}>
          {t('Use another folder…')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void app.restoreBackup()}>
          {t('Restore a backup…')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('Each action asks for confirmation. The current folder is kept.')}
      </Text>
    </Section>
  );
}
