/** The sign beside a user who wants no notifications now. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { whenLater } from '../store/times.ts';
import { useClientState, useTwentyFourHours } from '../store/use-chat.ts';

/** "Do not disturb until 14:00"; undefined for a user who wants notifications. */
export function useQuietText(userId: number | null): string | undefined {
  const until = useClientState((state) => (userId === null ? undefined : state.users.quiet.get(userId)));
  const is24 = useTwentyFourHours();
  if (until === undefined) return undefined;
  return t('Do not disturb until {{time}}', { time: whenLater(new Date(until * 1000), new Date(), is24) });
}

export function QuietMark({ userId, className = '' }: { userId: number | null; className?: string }) {
  const text = useQuietText(userId);
  if (text === undefined) return null;
  return (
    <span className={`quiet-mark ${className}`.trim()} title={text}>
      <LineIcon name="moon" size={15} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
