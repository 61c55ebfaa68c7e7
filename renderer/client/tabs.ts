/** Words between the tabs of this browser, through its storage: also where nothing else connects them. */

const prefix = 'hearth.told.';

/** Tells the other tabs, not this one. @param topic such as "session". */
export function tellTabs(topic: string): void {
  try {
    // Only a change is told.
    localStorage.setItem(prefix + topic, `${Date.now()} ${Math.random()}`);
  } catch {
    // Storage that is full or forbidden: the others find out by themselves.
  }
}

/** @returns a function that ends the listening. */
export function onTold(topic: string, listener: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent): void => {
    if (key === prefix + topic && newValue !== null) listener();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
