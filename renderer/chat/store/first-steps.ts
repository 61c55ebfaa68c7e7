/** First-steps state of a user in this browser: from joining until they are dismissed. */
import { readStored, writeStored } from '../../client/storage.ts';

const nameOf = (userId: number): string => `first-steps.${userId}`;

export const beginFirstSteps = (userId: number): void => void writeStored(nameOf(userId), 'open');

export const hasFirstSteps = (userId: number): boolean => readStored(nameOf(userId)) === 'open';

export const endFirstSteps = (userId: number): void => void writeStored(nameOf(userId), null);
