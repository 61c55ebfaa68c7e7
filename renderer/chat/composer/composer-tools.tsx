/** What stands below the words: files, emoji, mentions, formats, preview, and Send. */
import { useRef, type RefObject } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { openEmojiPicker } from '../emoji/picker-request.ts';
import { insertWords } from './field-edits.ts';
import { applyFormat } from './formats.ts';

interface ComposerToolsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isPreview: boolean;
  onPreview: () => void;
  onFiles: (files: File[]) => void;
  canSend: boolean;
  /** Files that are on their way. */
  uploading: number;
  /** The text leaves with the last of them. */
  isWaiting: boolean;
  onDoNotSend: () => void;
  sendLabel: string;
}

const formats = [
  { format: 'bold', icon: 'bold', label: () => t('Bold'), keys: 'Control+B' },
  { format: 'italic', icon: 'italic', label: () => t('Italic'), keys: 'Control+I' },
  { format: 'code', icon: 'code', label: () => t('Code'), keys: 'Control+Shift+C' },
  { format: 'link', icon: 'link', label: () => t('Link'), keys: 'Control+Shift+L' },
] as const;

export function ComposerTools(props: ComposerToolsProps) {
  const { field, isPreview, onPreview, onFiles, canSend, uploading, isWaiting } = props;
  const files = useRef<HTMLInputElement>(null);
  const insert = (words: string): void => {
    if (field.current !== null) insertWords(field.current, words);
  };
  return (
    <div className="composer-tools">
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Tool icon="attach" label={t('Attach files')} onClick={() => files.current?.click()} />
      <button
        type="button"
        className="tool"
        aria-label={t('Emoji')}
        title={t('Emoji')}
        aria-haspopup="dialog"
        disabled={isPreview}
        onClick={({ currentTarget }) => openEmojiPicker(currentTarget, ({ name }) => insert(`:${name}: `))}
      >
        <LineIcon name="smile" size={18} />
      </button>
      <span className="composer-formats">
        <Tool icon="at" label={t('Mention somebody')} isDisabled={isPreview} onClick={() => insert('@')} />
        <i className="composer-gap" />
        {formats.map(({ format, icon, label, keys }) => (
          <Tool
            key={format}
            icon={icon}
            label={label()}
            keys={keys}
            isDisabled={isPreview}
            onClick={() => field.current !== null && applyFormat(field.current, format)}
          />
        ))}
      </span>
      <button
        type="button"
        className="tool at-end"
        aria-label={t('Preview')}
        title={t('Preview')}
        aria-keyshortcuts="Alt+P"
        aria-pressed={isPreview}
        disabled={!canSend && !isPreview}
        onClick={onPreview}
      >
        <LineIcon name="eye" size={18} />
      </button>
      {isWaiting ? (
        <button type="button" className="button" onClick={props.onDoNotSend}>
          {t('Do not send yet')}
        </button>
      ) : (
        <button
          type="submit"
          className="button primary composer-send"
          aria-label={props.sendLabel}
          title={props.sendLabel}
          disabled={!canSend}
        >
          <span>{uploading > 0 ? t('Send when ready') : t('Send')}</span>
          <LineIcon name="send" size={20} />
        </button>
      )}
    </div>
  );
}

interface ToolProps {
  icon: LineIconName;
  label: string;
  keys?: string;
  isDisabled?: boolean;
  onClick: () => void;
}

function Tool({ icon, label, keys, isDisabled = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="tool"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      disabled={isDisabled}
      onClick={onClick}
    >
      <LineIcon name={icon} size={18} />
    </button>
  );
}
