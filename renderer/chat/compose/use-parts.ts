/** Content of a message box: the text of its field, with quotations and files beside it, or all of it as Markdown source in the field. */
import { useMemo, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { contentOf, partsOf, type FilePart, type QuotePart } from '../kit/box-parts.ts';
import { replaceWords } from '../kit/field-edits.ts';

/** Beside the text; empty while the field has all of it. */
interface Beside {
  quotes: readonly QuotePart[];
  files: readonly FilePart[];
  isSource: boolean;
}

export interface Parts extends Beside {
  /** What is in the field at first. */
  initialText: string;
  /** @param text of the field. @returns the whole message as Markdown. */
  contentWith: (text: string) => string;
  /** Puts another message in place of all. */
  replace: (content: string) => void;
  /** Puts other quotations or files beside the text. */
  change: (beside: Partial<Pick<Beside, 'quotes' | 'files'>>) => void;
  /** Shows the whole as Markdown in the field, or parts beside it again. */
  showSource: (isOn: boolean) => void;
}

/** @param initial the message with which it begins. */
export function useParts(field: RefObject<HTMLTextAreaElement | null>, initial: string): Parts {
  const [begun] = useState(() => partsOf(initial));
  const [store] = useState(() =>
    createStore<Beside>(() => ({ quotes: begun.quotes, files: begun.files, isSource: false })),
  );
  const beside = useStore(store);
  const actions = useMemo(() => {
    const contentWith = (text: string): string => contentOf({ ...store.getState(), text });
    const put = (text: string): void => {
      if (field.current !== null) replaceWords(field.current, text);
    };
    return {
      contentWith,
      replace(next: string): void {
        const isSource = store.getState().isSource && next !== '';
        const { text, ...others } = isSource ? { text: next, quotes: [], files: [] } : partsOf(next);
        store.setState({ ...others, isSource });
        put(text);
      },
      change(next: Partial<Pick<Beside, 'quotes' | 'files'>>): void {
        store.setState(next);
      },
      showSource(isOn: boolean): void {
        const whole = contentWith(field.current?.value ?? '');
        const { text, ...others } = isOn ? { text: whole, quotes: [], files: [] } : partsOf(whole);
        store.setState({ ...others, isSource: isOn });
        put(text);
        field.current?.focus();
      },
    };
  }, [field, store]);
  return { ...beside, ...actions, initialText: begun.text };
}
