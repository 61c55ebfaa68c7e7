/** The size of a file as people read it. Pure. */
import { t } from '../../client/text.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** @returns such as "612 B", "1.2 MB", of a thousand each. */
export function sizeText(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), units.length - 1);
  return t('{{number}} {{unit}}', { number: number.format(bytes / 1000 ** step), unit: units[step] ?? 'B' });
}
