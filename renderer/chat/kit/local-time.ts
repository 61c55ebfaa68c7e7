/** Local time of a user and its offset from here. Pure. */
import { dateFormat, numberFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';

/** Minutes by which the clocks of a zone are ahead of UTC. @returns null for a zone that no one knows. */
export function offsetMinutes(zone: string, now: number): number | null {
  try {
    const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(now * 1000)
      .find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes = '0'] = /GMT(?:([+-])(\d{2}):?(\d{2})?)?/.exec(text ?? '') ?? [];
    if (sign === undefined) return 0;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return null;
  }
}

const hoursFormat = numberFormat({ maximumFractionDigits: 1 });

/** @param now UNIX seconds. @returns e.g. "18:24, 9 hours ahead"; null where the zone is not known. */
export function localTime(zone: string, ownZone: string, now: number, twentyFourHours: boolean): string | null {
  if (zone === '') return null;
  const there = offsetMinutes(zone, now);
  const here = offsetMinutes(ownZone, now);
  if (there === null || here === null) return null;
  const time = dateFormat({
    timeZone: zone,
    hour: twentyFourHours ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: twentyFourHours ? 'h23' : 'h12',
  }).format(now * 1000);
  const ahead = there - here;
  if (ahead === 0) return time;
  const hours = Math.abs(ahead) / 60;
  const shown = hoursFormat.format(hours);
  return ahead > 0
    ? t('{{time}}, {{hours}} h ahead', { time, hours: shown })
    : t('{{time}}, {{hours}} h behind', { time, hours: shown });
}
