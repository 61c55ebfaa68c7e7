/** A message of one's own, edited in its row. What someone else made of it meanwhile is never overwritten. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { ApiError, request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { showNotice } from '../kit/notices.ts';
import type { Message } from '../store/message.ts';
import type { UploadedFile } from '../store/upload-store.ts';
import type { UploadTarget } from '../store/upload-target.ts';
import { useChat } from '../store/use-chat.ts';
import type { Writing } from '../store/writing.ts';
import { BesideText, Quotes } from './beside-text.tsx';
import { useCalling } from './calling.tsx';
import { CharactersLeft, useCharactersLeft } from './characters-left.tsx';
import { BoxTools } from './composer-tools.tsx';
import { useParts, type Parts } from './use-parts.ts';
import { usePreview } from './use-preview.tsx';
import { useUploads } from './use-uploads.ts';
import { useVoice } from './use-voice.ts';
import { WritingField } from './writing-field.tsx';

export function EditMessage({ message }: { message: Message }) {
  const { id } = message;
  const { data, error } = useQuery({
    queryKey: ['raw-content', id],
    queryFn: async ({ signal }) =>
      (await request('GET', `/messages/${id}`, { apply_markdown: false }, signal)).message.content,
    // What is edited is what is there now.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error !== null) return <p role="alert">{error.message}</p>;
  return data === undefined ? null : <EditBox message={message} content={data} />;
}

function EditBox({ message, content: saved }: { message: Message; content: string }) {
  const { session } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  // Where the message is now: it may be moved while it is edited.
  const conversation = useMemo(() => conversationOf(message, session.user_id), [message, session.user_id]);
  const [target] = useState(() => ({ kind: 'edit', messageId: message.id }) as const);
  const uploads = useUploads(target);
  const edit = useEdit({ message, saved, field, conversation, target });
  const { parts, content, left } = edit;
  const calling = useCalling(conversation, edit.base);
  const preview = usePreview(field, content);
  const voice = useVoice();
  const counterId = useId();
  /** It was to be saved while a file was there that failed. */
  const [isHeldUp, setIsHeldUp] = useState(false);
  const canSave = edit.canSave && uploads.underWay === 0 && (left === null || left >= 0);
  const save = (): void => {
    setIsHeldUp(uploads.count > 0);
    if (canSave && uploads.count === 0) calling.whenSure(content(), () => void edit.save());
  };
  useFocusAtEnd(field);
  const failure =
    isHeldUp && uploads.hasFailed
      ? t('A file could not be uploaded. Remove it to save the message without it.')
      : edit.failure;
  return (
    <div className="composer edit-message">
      {failure !== '' && (
        <p className="composer-notice has-failed" role="alert">
          {failure}
        </p>
      )}
      <Quotes parts={parts} />
      {preview.shown}
      <WritingField
        fieldRef={field}
        conversation={conversation}
        initial={parts.initialText}
        isHidden={preview.isOn}
        label={t('Edit message')}
        placeholder={edit.isEmpty ? t("Message can't be empty. Use the menu to delete it.") : ''}
        describedBy={left === null ? undefined : counterId}
        onInput={edit.onInput}
        onSend={save}
        onFiles={uploads.add}
        onPreview={() => preview.show(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          edit.leave();
        }}
      />
      <BesideText target={target} parts={parts} uploads={uploads} voice={voice} />
      <BoxTools
        conversation={conversation}
        field={field}
        isEmpty={edit.isEmpty}
        isPreview={preview.isOn}
        onPreview={() => preview.show(!preview.isOn)}
        onFiles={uploads.add}
        onVoice={() => void voice.begin()}
        canPreview={!edit.isEmpty}
      >
        <CharactersLeft left={left} id={counterId} />
        <span className="edit-ends">
          <button type="button" className="button quiet" onClick={edit.leave}>
            {t('Cancel')}
          </button>
          <button type="button" className="button primary" disabled={!canSave} onClick={save}>
            {t('Save')}
          </button>
        </span>
      </BoxTools>
      {calling.question}
    </div>
  );
}

interface EditOptions {
  message: Message;
  /** The message as it is at the server, as Markdown. */
  saved: string;
  field: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
  target: UploadTarget;
}

/** An edit: its text with quotations and files beside it, kept while it is written, and its ways out. */
function useEdit({ message, saved, field, conversation, target }: EditOptions) {
  const { writing } = useChat();
  const [begun] = useState(() => writing.edits.get(message.id) ?? { text: saved, base: saved });
  const [base, setBase] = useState(begun.base);
  const [failure, setFailure] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [isEmpty, setIsEmpty] = useState(begun.text.trim() === '');
  const { left, count } = useCharactersLeft(begun.text);
  const beside = useParts(field, begun.text);
  const { contentWith, replace } = beside;
  /** What was not changed is what the server has, with the blanks at its end. */
  const content = (): string => {
    const now = contentWith(field.current?.value ?? beside.initialText);
    return now.trimEnd() === base.trimEnd() ? base : now;
  };
  const keep = (): void => {
    const text = content();
    writing.edits.keep(message.id, { text, base, conversation });
    setIsEmpty(text.trim() === '');
    count(text);
  };
  const parts: Parts = {
    ...beside,
    change(next) {
      beside.change(next);
      keep();
    },
  };
  const attach = useEffectEvent((file: UploadedFile) => {
    replace(writing.uploads.attached(content(), file));
    keep();
  });
  useEffect(() => writing.edits.opened(message.id, (file) => attach(file)), [writing, message.id]);
  const close = (): void => {
    writing.uploads.cancelAll(target);
    writing.edits.close(message.id);
    writing.focus(conversation);
  };
  const save = async (): Promise<void> => {
    const text = content();
    if (text === base) return close();
    setIsSaving(true);
    try {
      const hash = bytesToHex(sha256(utf8ToBytes(base)));
      await request('PATCH', `/messages/${message.id}`, { content: text, prev_content_sha256: hash });
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      if (error.code === 'EXPECTATION_MISMATCH') await showOther();
    } finally {
      setIsSaving(false);
    }
  };
  /** Edited elsewhere in the meantime: both texts are put into the box, to be made one. */
  const showOther = async (): Promise<void> => {
    const { message: now } = await request('GET', `/messages/${message.id}`, { apply_markdown: false });
    const text = `${content()}\n\n${now.content}`;
    setBase(now.content);
    setFailure(t('This message was edited on another device. Its text is below yours; merge and save.'));
    replace(text);
    writing.edits.keep(message.id, { text, base: now.content, conversation });
  };
  return {
    parts,
    content,
    left,
    base,
    failure,
    isEmpty,
    canSave: !isSaving && !isEmpty,
    save,
    leave(): void {
      offerAgain(writing, message.id);
      close();
    },
    onInput: keep,
  };
}

function useFocusAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
}

/** The message stays as it was; what was written can be had back for a while. */
function offerAgain(writing: Writing, id: number): void {
  const edit = writing.edits.get(id);
  if (edit === undefined) return;
  const run = (): void => writing.edits.reopen(id, edit);
  showNotice(t('Changes not saved.'), { undo: { label: t('Continue editing'), run } });
}
