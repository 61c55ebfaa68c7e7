/** Offline bar while the server does not answer: writing goes on, and nothing is lost. */
import { useEffect, useState } from 'react';
import { nextTryAt, tryNow } from '../../client/long-poll.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChatState } from '../store/use-chat.ts';

/** Short absences, such as a restart of the server, are no one's business. */
export const silentForMs = 5000;

export function AwayBar() {
  const lostSince = useChatState((state) => state.lostSince);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (lostSince === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [lostSince]);
  if (lostSince === null || now - lostSince < silentForMs) return null;
  const restMs = (nextTryAt() ?? now) - now;
  return (
    <output className="away-bar">
      <LineIcon name="cloudOff" />
      <span>
        {t("Can't reach the server. Your messages are saved and sent when the connection is back.")}
        {/* Not spoken: it changes every second. */}
        {restMs > 0 && (
          <span aria-hidden="true"> {t('Retrying in {{count}} s.', { count: Math.ceil(restMs / 1000) })}</span>
        )}
      </span>
      <button type="button" onClick={tryNow}>
        {t('Retry now')}
      </button>
    </output>
  );
}
