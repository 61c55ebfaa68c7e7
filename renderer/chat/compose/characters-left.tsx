/** Counter of the remaining characters, shown when there are few: for the box and of an edit. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { lengthOf } from '../kit/compose-text.ts';
import { useClientState } from '../store/use-chat.ts';

/** Above this part of the limit the rest is counted. */
const countedFrom = 0.9;

/** @returns `left`: characters left, where there are few, below zero too many; and what counts a text again. */
export function useCharactersLeft(initial: string): { left: number | null; count: (text: string) => void } {
  const limit = useClientState((state) => state.organization.limits.max_message_length);
  const [left, setLeft] = useState<number | null>(() => leftOf(initial, limit));
  return { left, count: (text) => setLeft(leftOf(text, limit)) };
}

function leftOf(text: string, limit: number): number | null {
  // What is short in units is short in characters: most keys need no counting.
  if (text.length < limit * countedFrom) return null;
  const length = lengthOf(text);
  return length < limit * countedFrom ? null : limit - length;
}

/** @param id by which the field is described. */
export function CharactersLeft({ left, id }: { left: number | null; id: string }) {
  if (left === null) return null;
  return (
    <output id={id} className={`composer-left at-end ${left < 0 ? 'is-over' : ''}`}>
      {left < 0 ? t('{{number}} over the limit', { number: -left }) : t('{{number}} left', { number: left })}
    </output>
  );
}
