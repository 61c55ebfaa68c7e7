/** Toolbar below the text: files, emoji, mentions, formats, preview, and Send; on a phone a plus before them, and Send behind. */
import { useRef, type ReactNode, type RefObject } from 'react';
import { loadCode } from '../../client/lazy-part.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import type { LineIconName } from '../../components/line-icon.tsx';
import { insertWords } from '../kit/field-edits.ts';
import { openMenu } from '../kit/menu-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { openEmojiPicker } from '../store/picker-request.ts';
import { useChat } from '../store/use-chat.ts';
import { FormatTools } from './format-tools.tsx';
import { SendButtons } from './send-buttons.tsx';

interface BoxToolsProps {
  conversation: Conversation;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Nothing is in the box. */
  isEmpty: boolean;
  isPreview: boolean;
  onPreview: () => void;
  onFiles: (files: File[]) => void;
  /** Records a voice message. */
  onVoice: () => void;
  /** There is something to see in the preview. */
  canPreview: boolean;
  /** The menu of times to send at; missing where nothing is sent. */
  onLater?: ((button: HTMLElement) => void) | undefined;
  /** Behind the preview: what ends the writing. */
  children: ReactNode;
}

interface ComposerToolsProps extends Omit<BoxToolsProps, 'children' | 'canPreview'> {
  canSend: boolean;
  /** Files that are on their way. */
  uploading: number;
  /** The text leaves with the last of them. */
  isWaiting: boolean;
  onDoNotSend: () => void;
  onLater: (button: HTMLElement) => void;
  /** Where it goes. */
  destination: string;
  /** The box is one of a view of many conversations: the button says it in letters. */
  isDestinationShown: boolean;
}

/** The tools of a new message. */
export function ComposerTools(props: ComposerToolsProps) {
  const { canSend, uploading, isWaiting, onDoNotSend, destination, isDestinationShown, ...tools } = props;
  return (
    <BoxTools {...tools} canPreview={canSend}>
      {isWaiting ? (
        <button type="button" className="button" onClick={onDoNotSend}>
          {t('Cancel sending')}
        </button>
      ) : (
        <SendButtons
          canSend={canSend}
          uploading={uploading}
          destination={destination}
          isDestinationShown={isDestinationShown}
          onLater={props.onLater}
        />
      )}
    </BoxTools>
  );
}

/** The tools of a message box, of a new message or of an edit. */
export function BoxTools(props: BoxToolsProps) {
  const { conversation, field, isPreview, onPreview, onFiles, canPreview, onLater } = props;
  const chat = useChat();
  const files = useRef<HTMLInputElement>(null);
  const insert = (words: string): void => {
    if (field.current !== null) insertWords(field.current, words);
  };
  const pickFiles = (choice: FileChoice = {}): void => chooseFiles(files.current, choice);
  const pickEmoji = (anchor: HTMLElement): void => openEmojiPicker(anchor, ({ name }) => insert(`:${name}: `));
  const openMore = async (button: HTMLElement): Promise<void> => {
    const menu = await loadCode(() => import('./composer-menu.ts'));
    const element = field.current;
    if (element === null || menu === null) return;
    const target = {
      chat,
      conversation,
      field: element,
      button,
      isEmpty: props.isEmpty,
      isEdit: onLater === undefined,
    };
    openMenu(t('Add'), button, menu.blockEntries(target));
  };
  const openPlus = (button: HTMLElement): void =>
    openMenu(t('Add'), button, [
      { label: t('Photos and videos'), icon: 'image', onPick: () => pickFiles({ accept: 'image/*,video/*' }) },
      { label: t('Take a photo'), icon: 'camera', onPick: () => pickFiles({ accept: 'image/*', isCamera: true }) },
      { label: t('Attach files'), icon: 'attach', onPick: () => pickFiles() },
      { label: t('Voice message'), icon: 'mic', onPick: props.onVoice },
      { label: t('Emoji'), icon: 'smile', onPick: () => pickEmoji(button) },
      { label: t('Mention someone'), icon: 'at', onPick: () => insert('@') },
      { label: t('More options'), icon: 'plus', onPick: () => void openMore(button) },
      ...(canPreview ? (['line', { label: t('Preview'), icon: 'eye', onPick: onPreview }] as const) : []),
      ...(canPreview && onLater !== undefined
        ? ([{ label: t('Send later'), icon: 'clock', onPick: () => onLater(button) }] as const)
        : []),
    ]);
  return (
    <div className="composer-tools">
      <FileInput ref={files} onFiles={onFiles} />
      <ToolButton
        icon={isPreview ? 'eyeOff' : 'plus'}
        label={t('Add')}
        className="composer-plus only-phone"
        popup="menu"
        onClick={({ currentTarget }) => (isPreview ? onPreview() : openPlus(currentTarget))}
      />
      <span className="composer-formats">
        <Tool icon="attach" label={t('Attach files')} onClick={() => pickFiles()} />
        <Tool icon="mic" label={t('Voice message')} onClick={props.onVoice} />
        <Tool icon="smile" label={t('Emoji')} popup="dialog" isDisabled={isPreview} onClick={pickEmoji} />
        <Tool icon="at" label={t('Mention someone')} isDisabled={isPreview} onClick={() => insert('@')} />
        <i className="composer-gap" />
        <FormatTools field={field} isDisabled={isPreview} />
        <Tool
          icon="more"
          label={t('More options')}
          popup="menu"
          isDisabled={isPreview}
          onClick={(at) => void openMore(at)}
        />
      </span>
      <ToolButton
        icon="eye"
        label={t('Preview')}
        size={18}
        className="at-end composer-preview-tool"
        keys="Alt+P"
        isPressed={isPreview}
        isDisabled={!canPreview && !isPreview}
        onClick={onPreview}
      />
      {props.children}
    </div>
  );
}

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

interface FileChoice {
  /** Kinds of files that are offered; empty for all. */
  accept?: string;
  /** The camera takes a picture in place of a choice. */
  isCamera?: boolean;
}

function chooseFiles(input: HTMLInputElement | null, { accept = '', isCamera = false }: FileChoice): void {
  if (input === null) return;
  input.accept = accept;
  input.multiple = !isCamera;
  input.toggleAttribute('capture', isCamera);
  input.click();
}

/** What opens the browser's choice of files; the same may be chosen twice. */
function FileInput({ ref, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
    />
  );
}

interface ToolProps {
  icon: LineIconName;
  label: string;
  popup?: 'menu' | 'dialog';
  isDisabled?: boolean;
  onClick: (button: HTMLElement) => void;
}

/** One of the row. */
function Tool({ onClick, ...button }: ToolProps) {
  return <ToolButton {...button} size={18} onClick={({ currentTarget }) => onClick(currentTarget)} />;
}
