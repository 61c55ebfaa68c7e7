/** The button that turns one's notifications off and on. */
import { loadCode } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { useQuietText } from '../parts/quiet-mark.tsx';
import { useChat } from '../store/use-chat.ts';

export function QuietButton({ className = '' }: { className?: string }) {
  const chat = useChat();
  const text = useQuietText(chat.session.user_id);
  return (
    <ToolButton
      icon="moon"
      label={t('Do not disturb')}
      tip={text ?? t('Do not disturb')}
      isPressed={text !== undefined}
      popup="menu"
      className={className}
      onClick={({ currentTarget }) =>
        void loadCode(() => import('../actions/quiet.ts')).then((code) => code?.openQuietMenu(chat, currentTarget))
      }
    />
  );
}
