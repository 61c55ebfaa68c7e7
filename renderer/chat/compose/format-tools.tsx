/** The formats as buttons: those that the text at the caret has are pressed. */
import { useEffect, useState, type RefObject } from 'react';
import { t } from '../../client/text.ts';
import type { LineIconName } from '../../components/line-icon.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import { insertWords, selectionOf } from '../kit/field-edits.ts';
import { formatsAt, type ActiveFormat } from '../kit/format-state.ts';
import { applyFormat, type TextFormat } from '../kit/formats.ts';
import { ToolButton } from '../kit/tool-button.tsx';

type Field = RefObject<HTMLTextAreaElement | null>;

interface FormatButton {
  format: TextFormat & ActiveFormat;
  icon: LineIconName;
  label: () => string;
  keys?: string;
  /** It is there in a wide box alone; its key works in any. */
  isWide?: boolean;
}

const inline: readonly FormatButton[] = [
  { format: 'bold', icon: 'bold', label: () => t('Bold'), keys: 'Control+B' },
  { format: 'italic', icon: 'italic', label: () => t('Italic'), keys: 'Control+I' },
  { format: 'strike', icon: 'strike', label: () => t('Strikethrough'), keys: 'Control+Shift+X', isWide: true },
  { format: 'code', icon: 'code', label: () => t('Code'), keys: 'Control+Shift+C' },
];
const blocks: readonly FormatButton[] = [
  { format: 'quote', icon: 'quote', label: () => t('Quote'), keys: 'Control+Shift+9' },
  { format: 'bullets', icon: 'bullets', label: () => t('Bulleted list'), keys: 'Control+Shift+8' },
  { format: 'numbers', icon: 'numbers', label: () => t('Numbered list'), keys: 'Control+Shift+7' },
  { format: 'codeBlock', icon: 'blockCode', label: () => t('Code block') },
];

export function FormatTools({ field, isDisabled }: { field: Field; isDisabled: boolean }) {
  const active = useActiveFormats(field);
  const button = ({ format, icon, label, keys, isWide = false }: FormatButton) => (
    <ToolButton
      key={format}
      icon={icon}
      label={label()}
      size={18}
      {...(keys !== undefined && { keys })}
      className={isWide ? 'composer-wide' : ''}
      isPressed={active.has(format)}
      isDisabled={isDisabled}
      onClick={() => field.current !== null && applyFormat(field.current, format)}
    />
  );
  return (
    <>
      {inline.map(button)}
      <ToolButton
        icon="link"
        label={t('Link')}
        size={18}
        keys="Control+Shift+L"
        popup="dialog"
        isDisabled={isDisabled}
        onClick={() => field.current !== null && askForLink(field.current)}
      />
      <span className="composer-blocks">
        <i className="composer-gap" />
        {blocks.map(button)}
      </span>
    </>
  );
}

/** Asks for the address of what is selected, or for text and address. */
function askForLink(field: HTMLTextAreaElement): void {
  const { text, start, end } = selectionOf(field);
  openDialog({
    kind: 'link',
    question: { text: text.slice(start, end).replaceAll('\n', ' '), onInsert: (link) => insertWords(field, link) },
  });
}

const none: ReadonlySet<ActiveFormat> = new Set();

function useActiveFormats(field: Field): ReadonlySet<ActiveFormat> {
  const [active, setActive] = useState(none);
  useEffect(() => {
    const look = (): void => {
      const element = field.current;
      if (element === null || document.activeElement !== element) return;
      const next = formatsAt(selectionOf(element));
      setActive((before) => (isSame(before, next) ? before : next));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [field]);
  return active;
}

const isSame = <Value,>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
