/** Times for people: relative in the text, absolute on hover, both in the reader's own language. */
import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { daySecs, hourSecs } from '../../client/durations.ts';
import { dateFormat, fullMoment, relativeTime } from '../../client/formats.ts';
import { t } from '../../client/text.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * daySecs],
  ['month', 30 * daySecs],
  ['day', daySecs],
  ['hour', hourSecs],
  ['minute', 60],
];
const day = dateFormat({ dateStyle: 'medium' });

/** A point in time, as "3 hours ago". */
export function Ago({ date }: { date: Date }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  const seconds = (date.getTime() - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return (
    <Text component="time" inherit dateTime={date.toISOString()} title={fullMoment.format(date)}>
      {Math.abs(seconds) < 60 ? t('just now') : relativeTime(Math.round(seconds / size), unit)}
    </Text>
  );
}

/** A point in time in full, such as for a title. @param seconds UNIX seconds. */
export const absoluteTime = (seconds: number): string => fullMoment.format(seconds * 1000);

/** A point in time, as its day. */
export function Day({ date }: { date: Date }) {
  return (
    <Text component="time" inherit dateTime={date.toISOString()} title={fullMoment.format(date)}>
      {day.format(date)}
    </Text>
  );
}

/** "2 d 4 h", "12 min", "40 s". */
export function duration(seconds: number): string {
  const [days, hours, minutes] = [seconds / daySecs, (seconds % daySecs) / hourSecs, (seconds % hourSecs) / 60].map(
    Math.floor,
  );
  const parts: [number | undefined, string][] = [
    [days, t('{{days}} d', { days })],
    [hours, t('{{hours}} h', { hours })],
    [minutes, t('{{minutes}} min', { minutes })],
    [Math.floor(seconds % 60), t('{{seconds}} s', { seconds: Math.floor(seconds % 60) })],
  ];
  const first = parts.findIndex(([count = 0]) => count > 0);
  return parts
    .slice(...(first === -1 ? [-1] : [first, first + 2]))
    .filter(([count = 0]) => first === -1 || count > 0)
    .map(([, text]) => text)
    .join(' ');
}

const clock = dateFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** "09:41:07.123", for things that happen in quick succession. */
export const clockTime = (ms: number): string => clock.format(ms);
