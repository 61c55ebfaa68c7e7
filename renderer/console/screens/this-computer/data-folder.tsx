/** Where everything is kept, and what one does with it as a whole. The questions are asked by the app, in dialogs of the system. */
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
        {t('Messages, files, settings and backups are in this one folder.')}
        {isDataDirGiven ? ` ${t('It was set on the command line, which applies again at the next start.')}` : ''}
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
        {t('Each asks first. Whatever you choose, the current folder is kept.')}
      </Text>
    </Section>
  );
}
