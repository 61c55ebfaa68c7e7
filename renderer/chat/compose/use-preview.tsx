/** Preview of the message, in place of the field, or beside it where the window is wide: the keys that lead out of it work there, too, and back is the field. */
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { formatOf } from '../kit/keys.ts';

const Preview = lazyPart(async () => (await import('./preview.tsx')).Preview);
const LivePreview = lazyPart(async () => (await import('./preview.tsx')).LivePreview);
/** Room for two columns that can be read. */
const wide = '(min-width: 90em)';

export interface PreviewOfField {
  isOn: boolean;
  /** Beside the field, where the window is wide. */
  isBeside: boolean;
  show: (isOn: boolean) => void;
  /** The preview, in place of the field or beside it; null while it is off. */
  shown: ReactNode;
}

/** @param field within an element of the class `composer`. @param content the Markdown of the message. */
export function usePreview(field: RefObject<HTMLTextAreaElement | null>, content: () => string): PreviewOfField {
  const [isOn, setIsOn] = useState(false);
  const [isBeside, setIsBeside] = useState(false);
  const show = (isMeant: boolean): void => {
    setIsOn(isMeant);
    setIsBeside(isMeant && matchMedia(wide).matches && field.current?.closest('.edit-message') === null);
  };
  const wasOn = useRef(false);
  useEffect(() => {
    if (wasOn.current && !isOn) field.current?.focus();
    wasOn.current = isOn;
  }, [field, isOn]);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isInBox = event.target instanceof Node && field.current?.closest('.composer')?.contains(event.target);
      if (isInBox !== true || event.defaultPrevented) return;
      if (event.key !== 'Escape' && formatOf(event) !== 'preview') return;
      event.preventDefault();
      setIsOn(false);
      setIsBeside(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field, isOn]);
  const shown = isOn ? (
    <Suspense fallback={null}>
      {isBeside ? <LivePreview field={field} content={content} /> : <Preview content={content()} />}
    </Suspense>
  ) : null;
  return { isOn, isBeside, show, shown };
}
