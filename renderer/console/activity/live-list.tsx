/** Live list of server activity: its buttons, its rows, and what stands there while it has none. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { RowList } from '../components/row-list.tsx';
import { Loading, Nothing } from '../components/states.tsx';
import type { Activity, ActivityEntry, ActivityFeed } from './activity.ts';
import { LiveControls } from './live-controls.tsx';

interface LiveListProps<Entry extends ActivityEntry> {
  feed: ActivityFeed;
  activity: Activity;
  /** Those that are listed, the oldest first. */
  shown: Entry[];
  /** What a step looks for: what stands in the fields, also before the list has followed. */
  passes: (entry: ActivityEntry) => boolean;
  noun: 'events' | 'requests';
  onSave: () => void;
  /** More that can be done with what is shown. */
  more?: ReactNode;
  /** Why there is nothing, and what to do about it. */
  nothing: string;
  renderLine: (entry: Entry) => ReactNode;
  renderDetail: (entry: Entry) => ReactNode;
  /** What the list keeps, and what it never shows. */
  children: string;
}

export function LiveList<Entry extends ActivityEntry>(props: LiveListProps<Entry>) {
  const { feed, activity, shown, passes, noun, onSave, more, nothing, renderLine, renderDetail, children } = props;
  return (
    <>
      <LiveControls feed={feed} activity={activity} passes={passes} shown={shown.length} noun={noun} onSave={onSave} />
      {more}
      {!activity.loaded && !activity.lost && <Loading />}
      {activity.loaded && shown.length === 0 && (
        <Nothing title={noun === 'events' ? t('No events to show') : t('No requests to show')}>{nothing}</Nothing>
      )}
      {shown.length > 0 && (
        <RowList
          label={noun === 'events' ? t('Events, oldest first') : t('Requests, oldest first')}
          items={shown}
          keyOf={(entry) => entry.seq}
          renderLine={renderLine}
          renderDetail={renderDetail}
        />
      )}
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    </>
  );
}
