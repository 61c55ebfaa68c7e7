/** Newer versions: looked for only where somebody said, fetched and installed only when somebody wants it. */
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UpdateState } from '../../../../electron/bridge.ts';
import { sentenceOf } from '../../../client/desktop.ts';
import { Section, type PartProps } from './section.tsx';

export function Updates({ state, app }: PartProps) {
  const { update, version, choices } = state;
  return (
    <Section title="Updates">
      <Text size="sm" component="output">
        This is version {version}. {textOf(update)}
      </Text>
      {update.progress !== null && <Progress value={update.progress * 100} aria-label="How much has been fetched" />}
      <Feed key={choices.updateFeed} saved={choices.updateFeed} app={app} />
      {update.kind !== 'off' && (
        <Group>
          <Button
            variant="default"
            disabled={['checking', 'downloading', 'ready'].includes(update.kind)}
            onClick={() => void app.checkForUpdate()}
          >
            Check now
          </Button>
          {update.kind === 'available' && (
            <Button onClick={() => void app.downloadUpdate()}>Fetch version {update.version}</Button>
          )}
          {update.kind === 'ready' && <Button onClick={() => void app.installUpdate()}>Back up, then install</Button>}
        </Group>
      )}
    </Section>
  );
}

function Feed({ saved, app }: { saved: string; app: PartProps['app'] }) {
  const form = useForm({ initialValues: { updateFeed: saved } });
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
          label="Address of updates"
          description="From whoever gave you Hearth. Empty: this computer asks nobody."
          placeholder="https://example.com/hearth"
          w="100%"
          {...form.getInputProps('updateFeed')}
        />
        <Button type="submit" variant="default" disabled={!form.isDirty()}>
          Save
        </Button>
      </Stack>
    </form>
  );
}

function textOf({ kind, version, message }: UpdateState): string {
  switch (kind) {
    case 'off':
      return 'Updates are not looked for.';
    case 'idle':
      return '';
    case 'checking':
      return 'Looking for a newer one.';
    case 'none':
      return 'There is no newer one.';
    case 'available':
      return `Version ${version ?? ''} is there.`;
    case 'downloading':
      return `Version ${version ?? ''} is being fetched.`;
    case 'ready':
      return message === null
        ? `Version ${version ?? ''} can be installed. Hearth is closed for that, for about a minute.`
        : `Version ${version ?? ''} was not installed: ${message}`;
    case 'failed':
      return `It could not be found out whether there is a newer one. ${message ?? ''}`;
  }
}
