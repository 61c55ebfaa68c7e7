/** The tools above a row that one points at: two reactions that are always at hand; everything else is one step away. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { quickEmoji } from '../emoji/quick-emoji.ts';
import type { Message } from '../model/message.ts';
import type { MessageActions } from './actions.ts';

interface MessageToolsProps {
  message: Message;
  actions: MessageActions;
  emojiAsText: boolean;
}

export function MessageTools({ message, actions, emojiAsText }: MessageToolsProps) {
  return (
    <fieldset className="message-tools" aria-label={t('Message actions')}>
      {quickEmoji.slice(0, 2).map(({ name, code }) => (
        <button
          key={code}
          type="button"
          className="tool"
          aria-label={t('React with {{name}}', { name })}
          onClick={() => actions.onReact(message, { name, code, type: 'unicode_emoji' }, true)}
        >
          {emojiSign({ name, code }, emojiAsText)}
        </button>
      ))}
      <button
        type="button"
        className="tool"
        aria-label={t('Add a reaction')}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => actions.onPickReaction(message, currentTarget)}
      >
        <LineIcon name="smilePlus" size={18} />
      </button>
      <button type="button" className="tool" aria-label={t('Reply')} onClick={() => actions.onReply(message)}>
        <LineIcon name="reply" size={18} />
      </button>
      <button type="button" className="tool" aria-label={t('Copy link')} onClick={() => actions.onCopyLink(message)}>
        <LineIcon name="link" size={18} />
      </button>
      <button
        type="button"
        className="tool"
        aria-label={t('More actions')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => actions.onMore(message, currentTarget)}
      >
        <LineIcon name="more" size={18} />
      </button>
    </fieldset>
  );
}
