/** A bar of time for each person: active high, idle low, nothing where they were gone. Each opens as a list of the same. */
import { Box, Group, Paper, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useState, type MouseEvent } from 'react';
import { dateFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { duration } from '../components/time.tsx';
import styles from './bars.module.css';
import { labels, type Stretch } from './presence.ts';
import { StretchTable } from './stretch-table.tsx';
import { pathOf, stretchAt, ticksOf, type Line, type Window } from './stretches.ts';

const hour = dateFormat({ hour: '2-digit', minute: '2-digit' });
const weekday = dateFormat({ weekday: 'short', day: 'numeric' });
const moment = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' });

interface BarsProps {
  lines: readonly Line[];
  window: Window;
  zoom: 'day' | 'week';
}

export function Bars({ lines, window, zoom }: BarsProps) {
  const [open, setOpen] = useState<number | null>(null);
  const ticks = ticksOf(window, zoom === 'day' ? 'hours' : 'days');
  return (
    <Paper withBorder p="md">
      <Group gap="lg" mb="xs">
        <Legend className={styles.active} label={t('Active')} isHigh />
        <Legend className={styles.idle} label={t('Idle')} />
        <Text size="xs" c="dimmed">
          {t('No bar: offline')}
        </Text>
      </Group>
      <Box className={styles.line} aria-hidden>
        <span />
        <Box className={styles.ticks}>
          {ticks
            .filter(({ share }) => share > 0.08 && share < 0.94)
            .map(({ at, share }) => (
              <Text key={at} component="span" size="xs" c="dimmed" style={{ left: `${share * 100}%` }}>
                {(zoom === 'day' ? hour : weekday).format(at * 1000)}
              </Text>
            ))}
        </Box>
        <span />
      </Box>
      <Box component="ul" m={0} p={0} aria-label={t('People and when they were online')} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <li key={line.id}>
            <UnstyledButton
              className={`${styles.line} ${styles.row}`}
              aria-expanded={open === line.id}
              onClick={() => setOpen(open === line.id ? null : line.id)}
            >
              <Text component="span" size="sm" fw={500} truncate>
                {line.name}
              </Text>
              <Bar line={line} window={window} shares={ticks.map(({ share }) => share)} />
              <Text component="span" size="xs" c="dimmed">
                {summaryOf(line)}
              </Text>
            </UnstyledButton>
            {open === line.id && (
              <Box py="xs">
                <StretchTable lines={[line]} />
              </Box>
            )}
          </li>
        ))}
      </Box>
    </Paper>
  );
}

function Legend({
  className,
  label,
  isHigh = false,
}: {
  className: string | undefined;
  label: string;
  isHigh?: boolean;
}) {
  return (
    <Group gap={6}>
      <svg width="1.5rem" height="1.1rem" viewBox="0 0 24 20" aria-hidden>
        <path className={className} d={isHigh ? 'M0 2h24V18H0z' : 'M0 11h24V18H0z'} />
      </svg>
      <Text size="xs">{label}</Text>
    </Group>
  );
}

function Bar({ line: { stretches, isInvisible }, window, shares }: { line: Line; window: Window; shares: number[] }) {
  const [under, setUnder] = useState<Stretch>();
  const find = ({ currentTarget, clientX }: MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setUnder(stretchAt(stretches, (clientX - left) / width, window));
  };
  return (
    <Tooltip.Floating label={under === undefined ? '' : describe(under)} disabled={under === undefined}>
      <span className={styles.bar} onMouseMove={find} onMouseLeave={() => setUnder(undefined)}>
        {isInvisible ? (
          <Text component="span" size="xs" c="dimmed" px={6}>
            {t('Invisible')}
          </Text>
        ) : (
          <svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden>
            <path className={styles.grid} d={shares.map((share) => `M${share * 1000} 0V20`).join('')} />
            <path className={styles.active} d={pathOf(stretches, 'active', window)} />
            <path className={styles.idle} d={pathOf(stretches, 'idle', window)} />
          </svg>
        )}
      </span>
    </Tooltip.Floating>
  );
}

function describe({ status, started_at: start, ended_at: end, client }: Stretch): string {
  return t('{{labels}}, {{start}} to {{end}}, {{time}}, {{client}}', {
    labels: labels()[status],
    start: moment.format(start * 1000),
    end: hour.format(end * 1000),
    time: duration(end - start),
    client,
  });
}

/** What the bar says, in words. */
function summaryOf({ isInvisible, sums: { active, idle, first, last } }: Line): string {
  if (isInvisible) return t('hidden');
  if (first === null || last === null) return t('not online');
  const parts = [
    ...(active > 0 ? [t('active {{time}}', { time: hours(active) })] : []),
    ...(idle > 0 ? [t('idle {{time}}', { time: hours(idle) })] : []),
  ];
  return parts.length === 0 ? t('online {{time}}', { time: moment.format(first * 1000) }) : parts.join(', ');
}

/** "32 h 10 min": what is added up over days is no number of days. */
function hours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? t('{{minutes}} min', { minutes })
    : t('{{hours}} h {{minutes}} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
