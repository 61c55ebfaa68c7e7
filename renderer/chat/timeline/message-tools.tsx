/** The tools above a row that one points at: two reactions that are always at hand; everything else is one step away. */
import { t } from '../../client/text.ts';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { quickEmoji } from '../kit/quick-emoji.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import type { MessageActions } from '../store/actions.ts';
import type { Message } from '../store/message.ts';

interface MessageToolsProps {
  message: Message;
  actions: MessageActions;
  emojiAsText: boolean;
}

export function MessageTools({ message, actions, emojiAsText }: MessageToolsProps) {
  return (
    <div className="message-tools-place">
      <fieldset className="message-tools" aria-label={t('Message actions')}>
        {actions.isChangeable(message) && (
          <>
            {quickEmoji.slice(0, 2).map(({ name, code }) => (
              <button
                key={code}
                type="button"
                className="tool"
                aria-label={t('React with {{name}}', { name })}
                title={t('React with {{name}}', { name })}
                onClick={() => actions.onReact(message, { name, code, type: 'unicode_emoji' }, true)}
              >
                {emojiSign({ name, code }, emojiAsText)}
              </button>
            ))}
            <ToolButton
              icon="smilePlus"
              label={t('Add a reaction')}
              size={18}
              popup="dialog"
              onClick={({ currentTarget }) => actions.onPickReaction(message, currentTarget)}
            />
          </>
        )}
        <ToolButton icon="reply" label={t('Reply')} size={18} onClick={() => actions.onReply(message)} />
        <ToolButton icon="link" label={t('Copy link')} size={18} onClick={() => actions.onCopyLink(message)} />
        <ToolButton
          icon="more"
          label={t('More actions')}
          size={18}
          popup="menu"
          onClick={({ currentTarget }) => actions.onMore(message, currentTarget)}
        />
      </fieldset>
    </div>
  );
}
