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

/** Paper is white: a dark page is light while it is printed. */
export function printInLightColors(): void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  addEventListener('beforeprint', () => {
    before ??= dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  });
  addEventListener('afterprint', () => {
    if (before !== undefined) dataset['mantineColorScheme'] = before;
    before = undefined;
  });
}
