/** Load time of deferred page parts: after what the address names, so that no message comes later for their sake. */
import { useEffect, useState } from 'react';
import { useRange } from '../store/use-chat.ts';
import { useView } from '../store/use-view.ts';
import { whenAtRest } from './at-rest.ts';

const everything = [] as const;
/** Of this page: a view that is opened later has its parts at once. */
let hasRested = false;

/** @returns whether the first view has its messages, or an answer in their place, and the page has rested since. */
export function useAfterContent(): boolean {
  const view = useView();
  const hasMessages = view.kind === 'narrow' || view.kind === 'feed';
  const range = useRange(view.kind === 'narrow' ? view.narrow : everything);
  const isHere = range !== undefined && (range.ids.length > 0 || range.error !== null || !range.loading.first);
  const isThere = !hasMessages || isHere;
  const [isAfter, setAfter] = useState(hasRested);
  useEffect(() => {
    if (!isThere || isAfter) return;
    whenAtRest(() => {
      hasRested = true;
      setAfter(true);
    });
  }, [isAfter, isThere]);
  return isAfter;
}
