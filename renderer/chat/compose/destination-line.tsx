/** Destination line above the message box, with a button that changes the destination. */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { useConversationName } from '../store/conversation-name.ts';
import { useClientState } from '../store/use-chat.ts';
import { CharactersLeft } from './characters-left.tsx';

interface DestinationLineProps {
  conversation: Conversation;
  left: number | null;
  counterId: string;
  onClose: (() => void) | undefined;
}

export function DestinationLine({ conversation, left, counterId, onClose }: DestinationLineProps) {
  const { name, isResolved } = useConversationName()(conversation);
  const channel = useClientState(({ channels }) =>
    conversation.kind === 'channel' ? channels.channels.get(conversation.channelId) : undefined,
  );
  return (
    <div className="composer-to">
      <span>{t('To')}</span>
      {channel === undefined ? (
        <LineIcon name="direct" size={14} />
      ) : (
        <>
          <LineIcon name={channel.invite_only ? 'lock' : 'channel'} size={14} />
          <bdi className="cut place-channel">{channel.name}</bdi>
          <span aria-hidden="true">›</span>
        </>
      )}
      {isResolved && <LineIcon name="check" size={14} />}
      <strong className="composer-topic">
        <bdi>{name}</bdi>
      </strong>
      <button
        type="button"
        className="text-link"
        onClick={() =>
          openDialog({ kind: 'destination', choice: { kind: conversation.kind, from: conversation, channelId: null } })
        }
      >
        {t('Change')}
      </button>
      <CharactersLeft left={left} id={counterId} />
      {onClose !== undefined && (
        <ToolButton
          icon="close"
          size={16}
          className={`composer-close ${left === null ? 'at-end' : ''}`}
          label={t('Close')}
          onClick={onClose}
        />
      )}
    </div>
  );
}
