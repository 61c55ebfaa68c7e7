/** The box in which one writes. It names where the words will go, keeps them by conversation until they went, and never loses one. */
import { Suspense, useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { lazyPart, loadCode } from '../../client/lazy-part.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openLaterMenu } from '../actions/later-menu.ts';
import { editMessage, lastEditable } from '../actions/writing.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { showNotice } from '../kit/notices.ts';
import { useAfterContent } from '../notify/use-after-content.ts';
import { conversationAddress } from '../routing/address.ts';
import { narrowTo } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { useDestinationName } from '../store/conversation-name.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { goTo, isShown } from '../store/use-view.ts';
import { BesideText, Quotes } from './beside-text.tsx';
import { useCalling } from './calling.tsx';
import { DestinationLine } from './destination-line.tsx';
import { useFileDrop } from './file-drop.ts';
import { NoRight } from './no-right.tsx';
import { useBox } from './use-box.ts';
import { usePreview } from './use-preview.tsx';
import { useSlash } from './use-slash.ts';
import { useUploads } from './use-uploads.ts';
import { useVoice } from './use-voice.ts';
import { WritingField } from './writing-field.tsx';

const ComposerTools = lazyPart(async () => (await import('./composer-tools.tsx')).ComposerTools);
const ComposerNotices = lazyPart(async () => (await import('./composer-notices.tsx')).ComposerNotices);

interface ComposerProps {
  conversation: Conversation;
  /** Where the box stands in a view of many conversations it can be closed again. */
  onClose?: () => void;
  /** There the box follows a topic that gets another name; elsewhere the view does. */
  onMoved?: (to: Conversation) => void;
}

/** The box, or why there is none. */
export function Composer({ conversation, onClose, onMoved }: ComposerProps) {
  const key = keyOf(conversation);
  useMoved(conversation, onMoved);
  return (
    <div className="composer-dock">
      <NoRight conversation={conversation}>
        <ComposerBox key={key} conversation={conversation} onClose={onClose} />
      </NoRight>
    </div>
  );
}

function ComposerBox({
  conversation: given,
  onClose,
}: ComposerProps & { onClose: ComposerProps['onClose'] | undefined }) {
  const chat = useChat();
  // The same conversation in another object would begin the box again.
  const [conversation] = useState(given);
  const { field, parts, content, isEmpty, left, onInput } = useBox(conversation);
  const name = useDestinationName(conversation);
  const preview = usePreview(field, content);
  const calling = useCalling(conversation);
  const counterId = useId();
  const uploads = useUploads(conversation);
  const voice = useVoice();
  const isDropTarget = useFileDrop(uploads.add);
  const editLast = useEditLast(conversation);
  const takeSlash = useSlash(conversation, field);
  const whenSure = (isLater: boolean, act: () => void): void => {
    const text = content();
    if ((text.trim() === '' && uploads.underWay === 0) || (left !== null && left < 0)) return;
    takeSlash({ content, isLater, act: () => calling.whenSure(content(), act) });
  };
  const send = (): void =>
    whenSure(false, () => {
      preview.show(false);
      sendBox(chat, conversation, uploads.count > 0);
      field.current?.focus();
    });
  const sendLater = (button: HTMLElement): void => whenSure(true, () => openSendLater(chat, conversation, button));
  return (
    <form
      className={looksOf({
        'is-empty': isEmpty && uploads.count === 0,
        'is-mixed': onClose !== undefined,
        'is-drop-target': isDropTarget,
        'is-beside': preview.isBeside,
      })}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AfterContent room={null}>
        <ComposerNotices conversation={conversation} />
      </AfterContent>
      <DestinationLine conversation={conversation} left={left} counterId={counterId} onClose={onClose} />
      <Quotes parts={parts} />
      {preview.shown}
      <WritingField
        fieldRef={field}
        conversation={conversation}
        initial={parts.initialText}
        isHidden={preview.isOn && !preview.isBeside}
        label={t('Message {{where}}', { where: name })}
        placeholder={t('Write a message')}
        describedBy={left === null ? undefined : counterId}
        onInput={onInput}
        onSend={send}
        onFiles={uploads.add}
        onPreview={() => preview.show(true)}
        onSnippets={() => openDialog({ kind: 'snippets', conversation })}
        onKeyDown={(event) => takeKey(event, () => isEmpty && editLast(), onClose)}
      />
      <BesideText target={conversation} parts={parts} uploads={uploads} voice={voice} />
      <AfterContent room={<div className="composer-tools-room" />}>
        <ComposerTools
          conversation={conversation}
          field={field}
          isEmpty={isEmpty}
          isPreview={preview.isOn && !preview.isBeside}
          onPreview={() => preview.show(!preview.isOn)}
          onFiles={uploads.add}
          onVoice={() => void voice.begin()}
          canSend={(!isEmpty || uploads.underWay > 0) && (left === null || left >= 0)}
          uploading={uploads.count}
          isWaiting={uploads.isWaiting}
          onDoNotSend={() => chat.writing.uploads.sendWhenDone(conversation, false)}
          onLater={sendLater}
          destination={name}
          isDestinationShown={onClose !== undefined}
        />
      </AfterContent>
      {calling.question}
    </form>
  );
}

function looksOf(looks: Readonly<Record<string, boolean>>): string {
  return ['composer', ...Object.keys(looks).filter((look) => looks[look] === true)].join(' ');
}

/** Up in an empty box edits one's last message, Escape closes a box that can be closed. */
function takeKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  editLast: () => boolean,
  onClose: ComposerProps['onClose'],
): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (event.key === 'ArrowUp' && isPlain && event.currentTarget.value === '' && editLast()) event.preventDefault();
  if (event.key === 'Escape' && onClose !== undefined) {
    // It closes one layer: the key that leads home must not take it as well.
    event.preventDefault();
    onClose();
  }
}

/** Parts that load after the first messages. @param room what keeps their place. */
function AfterContent({ room, children }: { room: ReactNode; children: ReactNode }) {
  return useAfterContent() ? <Suspense fallback={room}>{children}</Suspense> : room;
}

/** @param hasFiles the text leaves with the last of its files. */
function sendBox({ writing }: ChatModel, conversation: Conversation, hasFiles: boolean): void {
  if (hasFiles) writing.uploads.sendWhenDone(conversation, true);
  else if (!writing.send(conversation))
    showNotice(t('Too many unsent messages. Wait until some are sent.'), { isError: true });
}

function openSendLater(chat: ChatModel, conversation: Conversation, button: HTMLElement): void {
  const now = chat.moves.following(conversation);
  const onPick = async (moment: Date): Promise<boolean> => {
    const code = await loadCode(() => import('../actions/scheduling.ts'));
    return code !== null && code.scheduleBox(chat, now(), moment);
  };
  openLaterMenu(chat, button, { title: t('Send later'), submitLabel: t('Schedule'), onPick });
}

/** @returns a function that begins to edit one's last message here, and says whether there is one. */
function useEditLast(conversation: Conversation): () => boolean {
  const chat = useChat();
  return () => {
    const last = lastEditable(chat, narrowTo(conversation));
    if (last !== undefined) editMessage(chat, last);
    return last !== undefined;
  };
}

/**
 * A topic that got another name while someone was in it: the view and the words go where the messages went.
 * @param onMoved instead of going there: the box stands in a view of many conversations.
 */
function useMoved(conversation: Conversation, onMoved?: (to: Conversation) => void): void {
  const chat = useChat();
  const { state } = chat;
  const names = useNames();
  const follow = useEffectEvent((from: Conversation, to: Conversation) => {
    if (keyOf(from) !== keyOf(conversation)) return;
    if (onMoved !== undefined) onMoved(to);
    else if (isShown(chat, from)) goTo(conversationAddress(to, names), { replace: true });
  });
  useEffect(
    () =>
      state.subscribe(({ moved }, before) => {
        if (moved !== null && moved !== before.moved) follow(moved.from, moved.to);
      }),
    [state],
  );
}
