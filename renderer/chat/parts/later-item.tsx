/** A row of what is kept for later: where it goes, its words, when, and what can be done with it. */
import './later.css';
import type { ReactNode } from 'react';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { onContextMenu, type MenuAction } from '../kit/menu-store.ts';
import { MoreButton } from '../kit/more-button.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { useDestinationName } from '../store/conversation-name.ts';
import { useClientState } from '../store/use-chat.ts';
import { MarkedName } from './marked-name.tsx';

interface LaterItemProps {
  /** null: it has no place yet. */
  conversation: Conversation | null;
  href: string;
  /** A click that does something first. */
  onOpen?: () => void;
  words: ReactNode;
  time: ReactNode;
  /** Why it was not sent. */
  failure?: string | null;
  /** The first of them have buttons of their own. */
  actions: readonly MenuAction[];
}

const buttons = 3;

export function LaterItem({ conversation, href, onOpen, words, time, failure = null, actions }: LaterItemProps) {
  const icon = usePlaceIcon(conversation);
  const name = useDestinationName(conversation);
  return (
    <li className="item later-item">
      <LineIcon name={icon} />
      <a
        className="item-link"
        href={href}
        data-row=""
        onClick={(event) => {
          if (onOpen === undefined) return;
          event.preventDefault();
          onOpen();
        }}
        onContextMenu={onContextMenu(name, () => actions)}
      >
        <span className="item-title">
          <bdi className="cut">
            <MarkedName name={name} />
          </bdi>
        </span>
        <span className="item-words">
          <span className="cut" dir="auto">
            {words}
          </span>
        </span>
        {failure !== null && (
          <span className="later-failure">
            <LineIcon name="alert" size={15} />
            {failure}
          </span>
        )}
      </a>
      <span className="item-end">
        <span className="item-tools">
          {actions.slice(0, buttons).map(({ label, icon: picture, onPick }) => (
            <ToolButton
              key={label}
              icon={picture}
              size={18}
              label={t('{{what}}: {{name}}', { what: label, name })}
              tip={label}
              onClick={onPick}
            />
          ))}
          <MoreButton name={name} menu={() => actions} />
        </span>
        {time}
      </span>
    </li>
  );
}

function usePlaceIcon(conversation: Conversation | null): LineIconName {
  const isPrivate = useClientState(
    ({ channels }) =>
      conversation?.kind === 'channel' && channels.channels.get(conversation.channelId)?.invite_only === true,
  );
  if (conversation === null) return 'edit';
  return conversation.kind === 'direct' ? 'direct' : isPrivate ? 'lock' : 'channel';
}

/** The first words of a text, in one line. */
export function excerpt(text: string): string {
  return text.trim().slice(0, shownLetters).replaceAll(/\s+/g, ' ');
}

const shownLetters = 300;
