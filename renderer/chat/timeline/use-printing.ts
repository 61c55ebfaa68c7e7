/** Print state of the page: all rows are rendered, as paper does not scroll. */
import { useSyncExternalStore } from 'react';

let isPrinting = false;

export const useIsPrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);

function listen(onChange: () => void): () => void {
  const note = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  addEventListener('beforeprint', note);
  addEventListener('afterprint', note);
  return () => {
    removeEventListener('beforeprint', note);
    removeEventListener('afterprint', note);
  };
}
