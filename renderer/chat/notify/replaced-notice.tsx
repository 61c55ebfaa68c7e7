/** Says once that the server has other data than a moment ago: a demo that was put back, or another organization. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import '../kit/account.css';
import { useChatState } from '../store/use-chat.ts';

export function ReplacedNotice() {
  const replacements = useChatState((state) => state.replacements);
  const [dismissed, setDismissed] = useState(0);
  if (replacements === dismissed) return null;
  return (
    <aside className="first-steps" aria-label={t('Other data')} aria-live="polite">
      <p className="first-steps-open">
        {t('The data of this server were put back. You see what is there now; nothing from before is sent.')}
      </p>
      <ToolButton icon="close" size={16} label={t('Dismiss')} onClick={() => setDismissed(replacements)} />
    </aside>
  );
}
