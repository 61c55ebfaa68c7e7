/** Whether somebody still has their first steps before them in this browser: from joining until they are dismissed. */

const storageKey = (userId: number): string => `hearth.first-steps.${userId}`;

export function beginFirstSteps(userId: number): void {
  try {
    localStorage.setItem(storageKey(userId), 'open');
  } catch {
    // Storage that is full or forbidden: there are none.
  }
}

export function hasFirstSteps(userId: number): boolean {
  try {
    return localStorage.getItem(storageKey(userId)) === 'open';
  } catch {
    return false;
  }
}

export function endFirstSteps(userId: number): void {
  try {
    localStorage.removeItem(storageKey(userId));
  } catch {
    // There were none.
  }
}
