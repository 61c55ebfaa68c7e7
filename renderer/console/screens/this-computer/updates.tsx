/** Updates of the app: checked at the set address, downloaded and installed on request. */
import { Button, Group, Progress, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UpdateState } from '../../../../electron/bridge.ts';
import { sentenceOf } from '../../../client/desktop.ts';
import { t } from '../../../client/text.ts';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.tsx';
import type { PartProps } from './part-props.ts';

export function Updates({ state, app }: PartProps) {
  const { update, version, choices } = state;
  return (
    <Section title={t('Updates')}>
      <Text size="sm" component="output">
        {t('This is version {{version}}. {{text}}', { version, text: textOf(update) })}
      </Text>
      {update.progress !== null && (
        <Progress value={update.progress * 100} aria-label={t('Progress of the download')} />
      )}
      <Feed key={choices.updateFeed} saved={choices.updateFeed} app={app} />
      {update.kind !== 'off' && (
        <Switch
          label={t('Install updates at night')}
          description={t('Between 2:00 and 5:00, while no program or browser is connected. A backup is created first.')}
          checked={choices.updateAtNight}
          onChange={({ currentTarget }) => void app.changeChoices({ updateAtNight: currentTarget.checked })}
        />
      )}
      {update.kind !== 'off' && (
        <Group>
          <Button
            variant="default"
            disabled={['checking', 'downloading', 'ready'].includes(update.kind)}
            onClick={() => void app.checkForUpdate()}
          >
            {t('Check now')}
          </Button>
          {update.kind === 'available' && (
            <Button onClick={() => void app.downloadUpdate()}>
              {t('Download version {{version}}', { version: update.version })}
            </Button>
          )}
          {update.kind === 'ready' && (
            <Button onClick={() => void app.installUpdate()}>{t('Back up, then install')}</Button>
          )}
        </Group>
      )}
    </Section>
  );
}

function Feed({ saved, app }: { saved: string; app: PartProps['app'] }) {
  const form = useForm({ initialValues: { updateFeed: saved } });
  useUnsaved(() => form.isDirty());
  const save = async (values: { updateFeed: string }): Promise<void> => {
    try {
      await app.changeChoices({ updateFeed: values.updateFeed.trim() });
    } catch (error) {
      form.setFieldError('updateFeed', sentenceOf(error));
    }
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={t('Update URL')}
          description={t('Provided with Hearth. Leave empty to turn off updates.')}
          placeholder={t('https://example.com/hearth')}
          w="100%"
          {...form.getInputProps('updateFeed')}
        />
        <Button type="submit" variant="default" disabled={!form.isDirty()}>
          {t('Save')}
        </Button>
      </Stack>
    </form>
  );
}

function textOf({ kind, version, message }: UpdateState): string {
  switch (kind) {
    case 'off':
      return t('Updates are turned off.');
    case 'idle':
      return '';
    case 'checking':
      return t('Checking for updates.');
    case 'none':
      return t('Hearth is up to date.');
    case 'available':
      return t('Version {{version}} is available.', { version: version ?? '' });
    case 'downloading':
      return t('Downloading version {{version}}.', { version: version ?? '' });
    case 'ready':
      return message === null
        ? t('Version {{version}} is ready to install. Hearth closes for about a minute.', {
            version: version ?? '',
          })
        : t('Could not install version {{version}}: {{message}}', { version: version ?? '', message });
    case 'failed':
      return t('Could not check for updates. {{message}}', { message: message ?? '' });
  }
}
