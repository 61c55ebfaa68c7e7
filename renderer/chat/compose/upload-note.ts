/** Status text of a running upload. Pure. */
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import type { UploadEntry } from '../store/upload-store.ts';

type Told = Pick<UploadEntry, 'size' | 'sent' | 'state' | 'elapsedMs'>;

export function uploadNote({ size, sent, state, elapsedMs }: Told): string {
  if (state === 'waiting') return t('Waiting · {{size}}', { size: sizeText(size) });
  const part = t('{{sent}} of {{size}}', { sent: sizeText(sent), size: sizeText(size) });
  if (state === 'paused') return t('{{part}} · resumes when the server is reachable', { part });
  // Before that no one can tell.
  if (elapsedMs < 2000 || sent === 0) return part;
  const seconds = Math.round(((elapsedMs / sent) * (size - sent)) / 1000);
  if (seconds < 1) return part;
  return seconds < 90
    ? t('{{part}} · {{seconds}} seconds left', { part, seconds })
    : t('{{part}} · {{minutes}} minutes left', { part, minutes: Math.round(seconds / 60) });
}
