/** Form values of an operation while the page is open: a user who looks at the time line or at Labs finds it again. */
import type { Values } from '../../api-calls/catalogue.ts';

interface Place {
  method: string;
  path: string;
}

const drafts = new Map<string, Values>();

const keyOf = (userId: number, { method, path }: Place): string => `${userId} ${method} ${path}`;

/** @param userId whose page it is: the next one to sign in here finds nothing of theirs. */
export const draftOf = (userId: number, operation: Place): Values | undefined => drafts.get(keyOf(userId, operation));

export function keepDraft(userId: number, operation: Place, values: Values): void {
  drafts.set(keyOf(userId, operation), values);
}
