/** The field in which one writes, a message or an edit of one: the browser's own text, with completion, formats and pasting around it. */
import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { Conversation } from '../../client/state/conversation.ts';
import { hasFiles, isDragOfPage } from '../../components/page-drop.ts';
import { newLine } from '../kit/compose-text.ts';
import { applyEdit, selectionOf } from '../kit/field-edits.ts';
import { applyFormat } from '../kit/formats.ts';
import { enterMeans, formatOf } from '../kit/keys.ts';
import { markLandmark } from '../kit/landmarks.ts';
import { useClientState } from '../store/use-chat.ts';
import { CompletionList, optionId } from './completion-list.tsx';
import { droppedFiles } from './file-drop.ts';
import { paste } from './paste.ts';
import { useCompletion } from './use-completion.ts';

interface WritingFieldProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
  initial: string;
  label: string;
  placeholder: string;
  isHidden?: boolean;
  describedBy?: string | undefined;
  onInput: () => void;
  onSend: () => void;
  onFiles: (files: File[]) => void;
  onPreview: () => void;
  onSnippets?: () => void;
  /** A key that nothing here wanted. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** A keyboard on glass: there is nothing finer than a finger. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;

export function WritingField(props: WritingFieldProps) {
  const { fieldRef, conversation, initial, label, placeholder, isHidden = false, onInput, onSend } = props;
  const listId = useId();
  const completion = useCompletion(fieldRef, conversation, props.onSnippets !== undefined);
  const enterSends = useClientState((state) => state.settings.enter_sends);
  const hasShift = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const field = event.currentTarget;
    hasShift.current = event.shiftKey;
    if (completion.onKeyDown(event)) return;
    const enter = enterMeans(event.nativeEvent, { enterSends: enterSends === true, isTouch: isTouch() });
    if (enter === 'send') {
      event.preventDefault();
      onSend();
      return;
    }
    const line = enter === 'line' ? newLine(selectionOf(field)) : null;
    const format = formatOf(event.nativeEvent);
    if (line !== null) {
      event.preventDefault();
      applyEdit(field, line);
    } else if (format !== null) {
      event.preventDefault();
      if (format === 'preview') props.onPreview();
      else if (format === 'snippet') props.onSnippets?.();
      else applyFormat(field, format);
    } else props.onKeyDown?.(event);
  };
  useEffect(() => {
    if (fieldRef.current !== null) fitHeight(fieldRef.current);
  }, [fieldRef]);
  useEffect(() => (fieldRef.current === null ? undefined : markLandmark('box', fieldRef.current)), [fieldRef]);
  const isListOpen = completion.options.length > 0;
  return (
    <>
      {isListOpen && (
        <CompletionList id={listId} options={completion.options} chosen={completion.chosen} onPick={completion.pick} />
      )}
      <textarea
        ref={fieldRef}
        className="writing-field"
        rows={1}
        dir="auto"
        hidden={isHidden}
        defaultValue={initial}
        aria-label={label}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-controls={isListOpen ? listId : undefined}
        aria-activedescendant={isListOpen ? optionId(listId, completion.chosen) : undefined}
        placeholder={placeholder}
        onInput={({ currentTarget }) => {
          fitHeight(currentTarget);
          completion.update();
          onInput();
        }}
        onSelect={completion.update}
        onBlur={completion.close}
        onKeyDown={onKeyDown}
        onDragOver={(event) => {
          // Text and links are put where the pointer is by the browser.
          if (hasFiles(event.nativeEvent)) event.preventDefault();
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          const files = isDragOfPage() ? [] : droppedFiles(event.dataTransfer);
          if (files.length > 0) props.onFiles(files);
        }}
        onPaste={(event) => {
          const options = { isPlain: hasShift.current, onFiles: props.onFiles };
          if (paste(event.currentTarget, event.clipboardData, options)) event.preventDefault();
        }}
      />
    </>
  );
}

const isFound = CSS.supports('field-sizing', 'content');
const waiting = new WeakSet<HTMLTextAreaElement>();

/** The height of the box where browsers do not find it on their own (`field-sizing`): measured once a frame, never within a key. */
function fitHeight(field: HTMLTextAreaElement): void {
  if (isFound || waiting.has(field)) return;
  waiting.add(field);
  requestAnimationFrame(() => {
    waiting.delete(field);
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
  });
}
