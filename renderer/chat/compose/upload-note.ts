/** What is said of a file on its way. Pure. */
import { t } from '../../client/text.ts';
import type { UploadEntry } from '../store/upload-store.ts';

const kilo = 1000;

/** "212 kB", "1.2 MB". @param bytes of the file. */
export function fileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(kilo)));
  const value = bytes / kilo ** power;
  return `${value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value)} ${units[power] ?? ''}`;
}

type Told = Pick<UploadEntry, 'size' | 'sent' | 'state' | 'elapsedMs'>;

export function uploadNote({ size, sent, state, elapsedMs }: Told): string {
  if (state === 'waiting') return t('Waiting · {{size}}', { size: fileSize(size) });
  const part = t('{{sent}} of {{size}}', { sent: fileSize(sent), size: fileSize(size) });
  if (state === 'paused') return t('{{part}} · resumes when the server is reachable', { part });
  // Before that no one can tell.
  if (elapsedMs < 2000 || sent === 0) return part;
  const seconds = Math.round(((elapsedMs / sent) * (size - sent)) / 1000);
  if (seconds < 1) return part;
  return seconds < 90
    ? t('{{part}} · {{seconds}} seconds left', { part, seconds })
    : t('{{part}} · {{minutes}} minutes left', { part, minutes: Math.round(seconds / 60) });
}
