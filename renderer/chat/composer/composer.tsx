/** The box in which one writes. It names where the words will go, and keeps them by conversation until they went. */
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { useChat, useKnown } from '../model/use-chat.ts';
import { useViewTitle } from '../views/view-header.tsx';
import { narrowTo } from '../narrow/narrow.ts';

export function Composer({ conversation }: { conversation: Conversation }) {
  const { outbox } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  const title = useViewTitle(narrowTo(conversation));
  const channel = useKnown((known) =>
    conversation.kind === 'channel' ? known.channels.channels.get(conversation.channelId)?.name : undefined,
  );
  const enterSends = useKnown((known) => known.settings.enter_sends);
  const send = (): void => {
    const text = field.current?.value ?? '';
    if (text.trim() === '') return;
    outbox.add(conversation, text);
    if (field.current !== null) field.current.value = '';
    setIsEmpty(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Safari says with its number alone that the key belongs to an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const isSending = enterSends === true ? !event.shiftKey : event.ctrlKey || event.metaKey;
    if (!isSending) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="composer-dock">
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="composer-to">
          <span>{t('To')}</span>
          {channel !== undefined && (
            <>
              <LineIcon name="channel" size={14} />
              <bdi className="cut">{channel}</bdi>
              <span aria-hidden="true">›</span>
            </>
          )}
          <strong className="cut">
            <bdi>{title}</bdi>
          </strong>
        </div>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={t('Message to {{where}}', { where: channel === undefined ? title : `${channel}, ${title}` })}
          placeholder={t('Write a message')}
          onInput={({ currentTarget }) => setIsEmpty(currentTarget.value.trim() === '')}
          onKeyDown={onKeyDown}
        />
        <div className="composer-tools">
          <button type="submit" className="button primary at-end" disabled={isEmpty}>
            {t('Send')}
          </button>
        </div>
      </form>
    </div>
  );
}
