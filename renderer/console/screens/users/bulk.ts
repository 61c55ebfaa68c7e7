/** The same done to many accounts: what each doing sends for one of them, and the course of it, one after the other. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request, type User } from '../../../client/request.ts';
import { roleNames, roleOf } from '../../../client/roles.ts';
import type { Session } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { deactivate, mayManage, reactivate } from './accounts.ts';

export type Doing = 'role' | 'channels' | 'deactivate' | 'reactivate';

/** What was chosen in the dialog: a role's number, names of channels. */
export interface Choice {
  role: string | null;
  channels: string[];
}

export interface Result {
  failed: boolean;
  text: string;
}

/** Those whom a doing concerns: accounts that the reader manages. No one locks themselves out by a list, and bots keep their role. */
export function concernedBy(doing: Doing, users: readonly User[], session: Session): User[] {
  const isActive = (user: User): boolean => user.is_active !== false;
  if (doing === 'channels') return users.filter(isActive);
  const managed = users.filter((user) => mayManage(session, user));
  if (doing === 'reactivate') return managed.filter((user) => !isActive(user));
  const others = managed.filter(
    (user) => isActive(user) && user.user_id !== session.user_id && !(doing === 'role' && user.is_bot),
  );
  // An account takes its bots along, and none is deactivated twice: bots come first.
  return doing === 'deactivate' ? others.toSorted((a, b) => Number(b.is_bot) - Number(a.is_bot)) : others;
}

/** @returns what became of it, in a word. @throws ApiError */
async function doFor(doing: Doing, user: User, { role, channels }: Choice): Promise<string> {
  const id = user.user_id;
  if (doing === 'role') {
    await request('PATCH', `/users/${id}`, { role: roleOf(role) });
    return t('Now {{role}}', { role: roleNames()[roleOf(role)] });
  }
  if (doing === 'channels') {
    const answer = await request('POST', '/users/me/subscriptions', {
      subscriptions: channels.map((name) => ({ name })),
      principals: [id],
    });
    return answer.subscribed[id] === undefined ? t('Already a member') : t('Added');
  }
  if (doing === 'deactivate') {
    await deactivate(user);
    return t('Deactivated');
  }
  await reactivate(user);
  return t('Reactivated');
}

export interface Bulk {
  results: ReadonlyMap<number, Result>;
  state: 'asking' | 'running' | 'ended';
  /** Begins, or goes on with those who are not done. */
  run: (choice: Choice) => void;
  /** The one under way is still finished. */
  stop: () => void;
}

export function useBulk(doing: Doing, users: readonly User[]): Bulk {
  const client = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map());
  const isStopped = useRef(false);
  const { mutate, status } = useMutation({
    mutationFn: async (choice: Choice) => {
      isStopped.current = false;
      const open = users.filter(({ user_id: id }) => results.get(id)?.failed !== false);
      for (const user of open) {
        if (isStopped.current) break;
        const result = await doFor(doing, user, choice).then(
          (text) => ({ failed: false, text }),
          (error: Error) => ({ failed: true, text: error.message }),
        );
        setResults((before) => new Map(before).set(user.user_id, result));
      }
    },
    // Not waited for: the accounts are done, whenever the lists follow.
    onSettled: () => {
      for (const name of ['users', 'bots', 'account', 'subscribers'])
        void client.invalidateQueries({ queryKey: [name] });
    },
  });
  return {
    results,
    state: status === 'idle' ? 'asking' : status === 'pending' ? 'running' : 'ended',
    run: mutate,
    stop: () => {
      isStopped.current = true;
    },
  };
}
