/** Queries invalidated by an event are refetched. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from './queries.ts';

test('a list that an event made stale while it was read for the first time is read again', async () => {
  const answers: ((list: string) => void)[] = [];
  const queryFn = (): Promise<string> => new Promise((resolve) => answers.push(resolve));
  const client = new QueryClient();
  const shown = new QueryObserver(client, { queryKey: ['channels'], queryFn });
  const leave = shown.subscribe(() => undefined);
  await expect.poll(() => answers).toHaveLength(1);
  const isRead = readAgain(client, ['channels']);
  answers[0]?.('of before');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('of now');
  await isRead;
  expect(shown.getCurrentResult().data).toBe('of now');
  leave();
});
