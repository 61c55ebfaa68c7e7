/** Marks of the reader on a message: its star, and when it comes back. */
import { memo } from 'react';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useToday } from '../kit/use-today.ts';
import { whenLater } from '../store/times.ts';

interface MessageMarksProps {
  isStarred: boolean;
  /** UNIX seconds of the next reminder; null = none. */
  remindedAt: number | null;
  twentyFourHours: boolean;
}

export const MessageMarks = memo(function MessageMarks({ isStarred, remindedAt, twentyFourHours }: MessageMarksProps) {
  useLanguage();
  if (!isStarred && remindedAt === null) return null;
  return (
    <p className="message-marks">
      {isStarred && (
        <span>
          <LineIcon name="star" size={14} />
          {t('Starred')}
        </span>
      )}
      {remindedAt !== null && <Reminded at={remindedAt} twentyFourHours={twentyFourHours} />}
    </p>
  );
});

function Reminded({ at, twentyFourHours }: { at: number; twentyFourHours: boolean }) {
  const today = useToday();
  return (
    <span>
      <LineIcon name="clock" size={14} />
      {t('Reminder: {{when}}', { when: whenLater(new Date(at * 1000), new Date(today), twentyFourHours) })}
    </span>
  );
}
