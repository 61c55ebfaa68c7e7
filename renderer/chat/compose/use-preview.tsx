/** What one writes as it will look, in place of the field: the keys that lead out of it work there, too, and back is the field. */
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { formatOf } from '../kit/keys.ts';

const Preview = lazyPart(async () => (await import('./preview.tsx')).Preview);

export interface PreviewOfField {
  isOn: boolean;
  show: (isOn: boolean) => void;
  /** What stands above the field, which is hidden then; null while one writes. */
  shown: ReactNode;
}

/** @param field within an element of the class `composer`. */
export function usePreview(field: RefObject<HTMLTextAreaElement | null>): PreviewOfField {
  const [isOn, show] = useState(false);
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
      show(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field, isOn]);
  const shown = isOn ? (
    <Suspense fallback={null}>
      <Preview content={field.current?.value ?? ''} />
    </Suspense>
  ) : null;
  return { isOn, show, shown };
}
