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
