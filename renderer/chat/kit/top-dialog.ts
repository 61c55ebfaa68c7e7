/** The dialog that lies over all others: what is said while it is open is said in it, as the rest is out of reach. */
import { createStore } from 'zustand/vanilla';

export const openDialogs = createStore<readonly HTMLDialogElement[]>(() => []);

/** @returns a function that says that it is closed. */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  openDialogs.setState([...openDialogs.getState(), dialog], true);
  return () =>
    openDialogs.setState(
      openDialogs.getState().filter((each) => each !== dialog),
      true,
    );
}

/** Does what needs the page below: now, or when the last dialog has closed and given the focus back. */
export function whenDialogsAreClosed(run: () => void): void {
  if (openDialogs.getState().length === 0) return run();
  const stop = openDialogs.subscribe((dialogs) => {
    if (dialogs.length > 0) return;
    stop();
    queueMicrotask(run);
  });
}
