/** The tools above a row that one points at: two reactions that are always at hand; everything else is one step away. */
import { t } from '../../client/text.ts';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import type { MessageAction } from '../actions/message-target.ts';
import { messageActions } from '../actions/message.ts';
import { quickEmoji } from '../kit/quick-emoji.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import type { Message } from '../store/message.ts';
import type { MessageActions } from './message-actions.ts';

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
          </>
        )}
        {tools.map((action) => (
          <Tool key={action.id} action={action} message={message} actions={actions} />
        ))}
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

const tools = messageActions.filter(({ tool }) => tool !== undefined);

interface ToolProps extends Pick<MessageToolsProps, 'message' | 'actions'> {
  action: MessageAction;
}

function Tool({ action, message, actions }: ToolProps) {
  const { icon, tool, popup } = action;
  if (typeof icon !== 'string' || tool === undefined || !actions.isAllowed(action, message)) return null;
  return (
    <ToolButton
      icon={icon}
      label={tool()}
      size={18}
      {...(popup !== undefined && { popup })}
      onClick={({ currentTarget }) => actions.run(action, message, currentTarget)}
    />
  );
}
