/** The buttons of a live list: pause, step, clear, save; and how much of it is shown. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { numberFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import type { Activity, ActivityEntry, ActivityFeed } from './activity.ts';

interface LiveControlsProps {
  feed: ActivityFeed;
  activity: Activity;
  /** What a step looks for. */
  passes: (entry: ActivityEntry) => boolean;
  shown: number;
  noun: 'events' | 'requests';
  onSave: () => void;
}

const number = numberFormat();

export function LiveControls({ feed, activity, passes, shown, noun, onSave }: LiveControlsProps) {
  const { paused, waiting, entries, lost } = activity;
  return (
    <>
      <Group gap="xs">
        <Button size="xs" variant={paused ? 'filled' : 'default'} onClick={paused ? feed.resume : feed.pause} miw={86}>
          {paused ? t('Resume') : t('Pause')}
        </Button>
        <Button size="xs" variant="default" disabled={!paused || waiting === 0} onClick={() => feed.step(passes)}>
          {noun === 'events' ? t('Next event') : t('Next request')}
        </Button>
        <Button size="xs" variant="default" disabled={entries.length === 0} onClick={feed.clear}>
          {t('Clear')}
        </Button>
        <Button size="xs" variant="default" disabled={shown === 0} onClick={onSave}>
          {t('Save as JSON Lines')}
        </Button>
        <Text size="sm" c="dimmed" component="output" ms="auto">
          {paused
            ? t('{{entries}}, paused, {{waiting}} waiting', {
                entries: countText(noun, shown),
                waiting: number.format(waiting),
              })
            : countText(noun, shown)}
        </Text>
      </Group>
      {lost && (
        <Alert color="red" role="alert">
          {t("Can't reach the server. New entries appear here when it is back.")}
        </Alert>
      )}
    </>
  );
}

function countText(noun: LiveControlsProps['noun'], count: number): string {
  const shown = number.format(count);
  return noun === 'events'
    ? t('{{shown}} events', { shown, count, defaultValue_one: '1 event' })
    : t('{{shown}} requests', { shown, count, defaultValue_one: '1 request' });
}
