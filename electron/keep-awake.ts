/** Keeps the computer awake while a client other than the app's own window is connected, if the setting is on. */

/** Blocks sleep; Electron's powerSaveBlocker has this shape. */
export interface Blocker {
  start(): number;
  stop(id: number): void;
}

export interface KeepAwake {
  isOn(): boolean;
  update(now: { clients: number; isWanted: boolean }): void;
}

export function createKeepAwake(blocker: Blocker): KeepAwake {
  let id: number | null = null;
  return {
    isOn: () => id !== null,
    update({ clients, isWanted }) {
      const isNeeded = isWanted && clients > 0;
      if (isNeeded && id === null) id = blocker.start();
      if (!isNeeded && id !== null) {
        blocker.stop(id);
        id = null;
      }
    },
  };
}
