/** Times for people: relative in the text, absolute on hover, both in the reader's own language. */
import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { daySecs, hourSecs } from '../../client/durations.ts';
import { t } from '../../client/text.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * daySecs],
  ['month', 30 * daySecs],
  ['day', daySecs],
  ['hour', hourSecs],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A point in time, as "3 hours ago". */
export function Ago({ date }: { date: Date }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  const seconds = (date.getTime() - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return (
    <Text component="time" inherit dateTime={date.toISOString()} title={absolute.format(date)}>
      {Math.abs(seconds) < 60 ? t('just now') : relative.format(Math.round(seconds / size), unit)}
    </Text>
  );
}

/** A point in time in full, such as for a title. @param seconds UNIX seconds. */
export const absoluteTime = (seconds: number): string => absolute.format(seconds * 1000);

/** A point in time, as its day. */
export function Day({ date }: { date: Date }) {
  return (
    <Text component="time" inherit dateTime={date.toISOString()} title={absolute.format(date)}>
      {day.format(date)}
    </Text>
  );
}

/** "2 d 4 h", "12 min", "40 s". */
export function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / daySecs), 'd'],
    [Math.floor((seconds % daySecs) / hourSecs), 'h'],
    [Math.floor((seconds % hourSecs) / 60), 'min'],
    [Math.floor(seconds % 60), 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** "1.4 MB". */
export function bytes(count: number): string {
  const steps = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = count < 1000 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log10(count) / 3));
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: step === 0 ? 0 : 1 }).format(count / 1000 ** step)} ${steps[step]}`;
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** "09:41:07.123", for things that happen in quick succession. */
export const clockTime = (ms: number): string => clock.format(ms);
