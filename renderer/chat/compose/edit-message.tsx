/** A message of one's own, edited in its row. What someone else made of it meanwhile is never overwritten. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { ApiError, request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { applyEdit, insertWords } from '../kit/field-edits.ts';
import { showNotice } from '../kit/notices.ts';
import type { Message } from '../store/message.ts';
import type { UploadTarget } from '../store/upload-store.ts';
import { useChat } from '../store/use-chat.ts';
import type { Writing } from '../store/writing.ts';
import { useCalling } from './calling.tsx';
import { CharactersLeft, useCharactersLeft } from './characters-left.tsx';
import { PreviewTool } from './preview-tool.tsx';
import { UploadList } from './upload-list.tsx';
import { usePreview } from './use-preview.tsx';
import { useUploads } from './use-uploads.ts';
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

function EditBox({ message, content }: { message: Message; content: string }) {
  const { session } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  // Where the message is now: it may be moved while it is edited.
  const conversation = useMemo(() => conversationOf(message, session.user_id), [message, session.user_id]);
  const [target] = useState(() => ({ kind: 'edit', messageId: message.id }) as const);
  const uploads = useUploads(target);
  const edit = useEdit({ message, content, field, conversation, target });
  const { left, count } = useCharactersLeft(edit.initial);
  const calling = useCalling(conversation, edit.base);
  const preview = usePreview(field, () => field.current?.value ?? '');
  const counterId = useId();
  /** It was to be saved while a file was there that failed. */
  const [isHeldUp, setIsHeldUp] = useState(false);
  const canSave = edit.canSave && uploads.underWay === 0 && (left === null || left >= 0);
  const save = (): void => {
    setIsHeldUp(uploads.count > 0);
    if (canSave && uploads.count === 0) calling.whenSure(field.current?.value ?? '', () => void edit.save());
  };
  useFocusAtEnd(field);
  useLinks(message.id, field);
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
      {preview.shown}
      <WritingField
        fieldRef={field}
        conversation={conversation}
        initial={edit.initial}
        isHidden={preview.isOn}
        label={t('Edit message')}
        placeholder={t("Message can't be empty. Use the menu to delete it.")}
        describedBy={left === null ? undefined : counterId}
        onInput={() => {
          edit.onInput();
          count(field.current?.value ?? '');
        }}
        onSend={save}
        onFiles={uploads.add}
        onPreview={() => preview.show(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          edit.leave();
        }}
      />
      <UploadList target={target} />
      <div className="composer-tools">
        <button type="button" className="button quiet" onClick={edit.leave}>
          {t('Cancel')}
        </button>
        <button type="button" className="button primary" disabled={!canSave} onClick={save}>
          {t('Save')}
        </button>
        <PreviewTool isOn={preview.isOn} isDisabled={edit.isEmpty} onClick={() => preview.show(!preview.isOn)} />
        <CharactersLeft left={left} id={counterId} />
      </div>
      {calling.question}
    </div>
  );
}

interface EditOptions {
  message: Message;
  /** The words that are there. */
  content: string;
  field: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
  target: UploadTarget;
}

/** What an edit says, kept while it is written, and its ways out. */
function useEdit({ message, content, field, conversation, target }: EditOptions) {
  const { writing } = useChat();
  const [begun] = useState(() => writing.edits.get(message.id) ?? { text: content, base: content });
  const [base, setBase] = useState(begun.base);
  const [failure, setFailure] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [isEmpty, setIsEmpty] = useState(begun.text.trim() === '');
  const keep = (words: string): void =>
    writing.edits.keep(message.id, { text: field.current?.value ?? '', base: words, conversation });
  const close = (): void => {
    writing.uploads.cancelAll(target);
    writing.edits.close(message.id);
    writing.focus(conversation);
  };
  const save = async (): Promise<void> => {
    const text = field.current?.value ?? '';
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
    const theirs = now.content;
    setBase(theirs);
    setFailure(t('This message was edited on another device. Its text is below yours; merge and save.'));
    const element = field.current;
    const end = element?.value.length ?? 0;
    if (element !== null) applyEdit(element, { from: end, to: end, insert: `\n\n${theirs}` });
    keep(theirs);
  };
  return {
    initial: begun.text,
    base,
    failure,
    isEmpty,
    canSave: !isSaving && !isEmpty,
    save,
    leave(): void {
      offerAgain(writing, message.id);
      close();
    },
    onInput(): void {
      keep(base);
      setIsEmpty(field.current?.value.trim() === '');
    },
  };
}

/** Files that are at the server are put where the caret is, apart from the word before it. */
function useLinks(id: number, field: RefObject<HTMLTextAreaElement | null>): void {
  const { edits } = useChat().writing;
  useEffect(
    () =>
      edits.opened(id, (link) => {
        const element = field.current;
        if (element === null) return;
        const isApart = /(?:^|\s)$/.test(element.value.slice(0, element.selectionStart));
        insertWords(element, isApart ? link : ` ${link}`);
      }),
    [edits, id, field],
  );
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
