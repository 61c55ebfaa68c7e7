/** Says once that the server has other data than a moment ago: a demo that was put back, or another organization. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChatState } from '../model/use-chat.ts';
import '../styles/account.css';

export function ReplacedNotice() {
  const isReplaced = useChatState((state) => state.isReplaced);
  const [isDismissed, setDismissed] = useState(false);
  if (!isReplaced || isDismissed) return null;
  return (
    <aside className="first-steps" aria-label={t('Other data')} aria-live="polite">
      <p className="first-steps-open">
        {t('The data of this server were put back. You see what is there now; nothing from before is sent.')}
      </p>
      <button type="button" className="tool" aria-label={t('Dismiss')} onClick={() => setDismissed(true)}>
        <LineIcon name="close" size={16} />
      </button>
    </aside>
  );
}
