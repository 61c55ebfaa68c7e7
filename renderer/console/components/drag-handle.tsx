/** Drag handle of a row: dragged with a pointer, or moved a step with the arrow keys. */
import { PointerSensor } from '@dnd-kit/react';
import { Button, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../client/text.ts';

/** Arrow keys on the handle move at once, and React alone puts the elements where they belong: both are done here. */
export const sensors = [PointerSensor];
export const plugins: never[] = [];
/**
 * The library's own plugins without the first, which says English sentences to screen readers: the handle describes itself, and the list
 * says each move. The walk in the pseudo-languages finds those sentences, should their plugin move.
 */
export const withoutSpeech = <P,>(defaults: P[]): P[] => defaults.slice(1);

interface DragHandleProps {
  handleRef: (element: Element | null) => void;
  /** What is moved, for those who do not see it. */
  name: string;
  /** -1: towards the beginning, 1: towards the end. */
  onStep: (step: -1 | 1) => void;
  id?: string;
}

export function DragHandle({ handleRef, name, onStep, id }: DragHandleProps) {
  const description = useId();
  return (
    <Button
      ref={handleRef}
      id={id}
      // Otherwise the library describes keys of its own.
      aria-describedby={description}
      aria-roledescription={t('Move')}
      variant="subtle"
      color="gray"
      size="compact-sm"
      px={6}
      aria-label={t('Move {{name}} with the arrow keys', { name })}
      onKeyDown={(event) => {
        const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onStep(step);
      }}
      style={{ cursor: 'grab', touchAction: 'none', flexShrink: 0 }}
    >
      <span aria-hidden>⠿</span>
      <VisuallyHidden id={description}>{t('Drag to reorder.')}</VisuallyHidden>
    </Button>
  );
}
