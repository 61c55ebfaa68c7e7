/** Progress of an import, with an estimate, and the way to cancel it. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { numberFormat } from '../../client/formats.ts';
import { perLanguage, t } from '../../client/text.ts';
import type { ImportCalls, ImportProgress as Progressing } from './imports.ts';

const number = numberFormat();

const phases = perLanguage((): Readonly<Record<Progressing['phase'], string>> => ({
  receiving: t('Uploading the file.'),
  reading: t('Reading the file.'),
  backing_up: t('Backing up the current data first.'),
  unpacking: t('Unpacking the file.'),
  writing: t('Importing the team.'),
  opening: t('Opening the new data.'),
}));

export function ImportProgress({ progress, calls }: { progress: Progressing; calls: ImportCalls }) {
  const cancel = useMutation({ mutationFn: () => calls.cancel() });
  const { phase, done, total, seconds_left: left, messages } = progress;
  const portion = total > 0 ? done / total : 0;
  return (
    <Stack gap="xs">
      <Text component="output" size="sm">
        {phases()[phase]}
        {messages > 0 &&
          ` ${t('{{formatted}} messages imported.', { count: messages, formatted: number.format(messages), defaultValue_one: '1 message imported.' })}`}
        {left !== null && ` ${leftText(left)}`}
      </Text>
      <Progress value={total > 0 ? portion * 100 : 5} animated={total === 0} aria-label={t('Progress of the import')} />
      {cancel.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {cancel.error.message}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="xs"
          loading={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate()}
        >
          {t('Cancel import')}
        </Button>
      </Group>
    </Stack>
  );
}

function leftText(seconds: number): string {
  if (seconds < 60) return t('Less than a minute left.');
  const minutes = Math.ceil(seconds / 60);
  return t('About {{count}} minutes left.', { count: minutes, defaultValue_one: 'About 1 minute left.' });
}
