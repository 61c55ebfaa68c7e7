/** The sign beside a user who wants no notifications now. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useToday } from '../kit/use-today.ts';
import { whenLater } from '../store/times.ts';
import { useClientState, useTwentyFourHours } from '../store/use-chat.ts';

const useQuietUntil = (userId: number | null): number | undefined =>
  useClientState((state) => (userId === null ? undefined : state.users.quiet.get(userId)));

/** "14:00"; undefined for a user who wants notifications. */
export function useQuietTime(userId: number | null): string | undefined {
  const until = useQuietUntil(userId);
  const is24 = useTwentyFourHours();
  const today = useToday();
  return until === undefined ? undefined : whenLater(new Date(until * 1000), new Date(today), is24);
}

/** "Do not disturb until 14:00"; undefined for a user who wants notifications. */
export function useQuietText(userId: number | null): string | undefined {
  const time = useQuietTime(userId);
  return time === undefined ? undefined : t('Do not disturb until {{time}}', { time });
}

interface QuietMarkProps {
  userId: number | null;
  className?: string;
}

export function QuietMark({ userId, className = '' }: QuietMarkProps) {
  // Most users want notifications: their rows need no look at the day.
  return useQuietUntil(userId) === undefined ? null : <Mark userId={userId} className={className} />;
}

function Mark({ userId, className }: Required<QuietMarkProps>) {
  const text = useQuietText(userId);
  return (
    <span className={`quiet-mark ${className}`.trim()} title={text}>
      <LineIcon name="moon" size={15} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
