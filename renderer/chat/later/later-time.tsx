/** When something will be; the whole moment for those who point at it. */
import { useNow } from '../model/presence.ts';
import { useTwentyFourHours } from '../model/use-chat.ts';
import { when } from '../model/when.ts';
import { whenLater } from './times.ts';

/** @param timestamp UNIX seconds. @param isLate it has passed without what was to be. */
export function LaterTime({ timestamp, isLate }: { timestamp: number; isLate: boolean }) {
  const now = useNow();
  const is24 = useTwentyFourHours();
  const moment = new Date(timestamp * 1000);
  return (
    <time dateTime={moment.toISOString()} title={moment.toLocaleString()}>
      {isLate ? when(timestamp, now, is24) : whenLater(moment, new Date(now * 1000), is24)}
    </time>
  );
}
