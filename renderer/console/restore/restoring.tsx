/** Progress of a restore. */
import { Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RestoreProgress } from '../../../server/contract/shapes/backups.ts';
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';

/** @param progress null while nothing is known; what was known last goes on being shown. */
export function Restoring({ progress }: { progress: RestoreProgress | null }) {
  const [shown, setShown] = useState(progress);
  if (progress !== null && progress !== shown) setShown(progress);
  return (
    <Stack gap="xs">
      <Text component="output" size="sm">
        {textOf(shown)}
      </Text>
      <Progress
        value={portionOf(shown)}
        animated={shown?.phase !== 'unpacking'}
        aria-label={t('Progress of the restore')}
      />
    </Stack>
  );
}

function textOf(progress: RestoreProgress | null): string {
  if (progress?.phase === 'safety_copy') return t('Backing up the current data first.');
  if (progress?.phase === 'unpacking' && progress.total_bytes > 0)
    return t('Unpacking and checking: {{size}} of {{size2}}.', {
      size: sizeText(progress.done_bytes),
      size2: sizeText(progress.total_bytes),
    });
  return progress === null ? t('Please wait.') : t('Opening the restored data.');
}

function portionOf(progress: RestoreProgress | null): number {
  if (progress === null) return 5;
  if (progress.phase === 'safety_copy') return 10;
  if (progress.phase === 'unpacking' && progress.total_bytes > 0)
    return 20 + 70 * (progress.done_bytes / progress.total_bytes);
  return 95;
}
