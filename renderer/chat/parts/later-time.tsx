/** Future time; the full date on hover. */
import { fullMoment } from '../../client/formats.ts';
import { when } from '../kit/when.ts';
import { useNow } from '../store/presence.ts';
import { whenLater } from '../store/times.ts';
import { useTwentyFourHours } from '../store/use-chat.ts';

/** @param timestamp UNIX seconds. @param isLate it has passed without what was to be. */
export function LaterTime({ timestamp, isLate }: { timestamp: number; isLate: boolean }) {
  const now = useNow();
  const is24 = useTwentyFourHours();
  const moment = new Date(timestamp * 1000);
  return (
    <time dateTime={moment.toISOString()} title={fullMoment.format(moment)}>
      {isLate ? when(timestamp, now, is24) : whenLater(moment, new Date(now * 1000), is24)}
    </time>
  );
}
