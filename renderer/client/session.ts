/** Session of this browser: its user, its start and its end. */
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { AnswerOf } from './api.ts';
import { setHours } from './formats.ts';
import { useChosenLanguage } from './language.ts';
import { endAll } from './leaving.ts';
import { askedAgain, firstRunQuery, queryClient, readAgain, whyOverKey } from './queries.ts';
import { ApiError, currentCsrfToken, onStaleToken, request, setCsrfToken } from './request.ts';
import { onTold, tellTabs } from './tabs.ts';

/** Its `data_id` changes when all data are put back, as in a demo: the same accounts, and other conversations. */
export type Session = AnswerOf<'GET', '/console/session'>;

/** @returns the session that this page knows; null when no one is signed in. */
const knownSession = (): Session | null => queryClient.getQueryData<Session | null>(['session']) ?? null;

/** The session, or null when no one is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  ...askedAgain,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const askedAs = currentCsrfToken();
    // Where a session began or ended here while the answer was on its way, it describes the time before.
    const isOutdated = (): boolean => currentCsrfToken() !== askedAs;
    try {
      const session = await request('GET', '/console/session', {}, signal);
      if (isOutdated()) return knownSession();
      setCsrfToken(session.csrf_token);
      return session;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        if (isOutdated()) return knownSession();
        queryClient.setQueryData(whyOverKey, error.code);
        return null;
      }
      throw error;
    }
  },
});

/**
 * The session that the page was drawn for. Not the query's: that knows of an end a moment before the page goes, and whatever is
 * drawn in that moment would have none.
 */
export const SessionContext = createContext<Session | null>(null);

/** The session on pages that exist only for someone signed in. @throws Error elsewhere */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}

/** Sessions are the browser's, so all of its tabs hear of a beginning and an end. */
onTold('session', () => void readAgain(queryClient, sessionQuery.queryKey));

/** A second sign-in gave this browser another session. */
onStaleToken(async () => {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return now !== null && now.user_id === before?.user_id && now.data_id === before.data_id;
});

/** Keeps the page in the language of the user; a session that ended on its own leaves it as it is. @param session undefined while that is not known */
export function useSessionLanguage(session: Session | null | undefined): void {
  const client = useQueryClient();
  const isOver = client.getQueryData(whyOverKey) !== undefined;
  const isOpen = session === undefined || (session === null && isOver);
  useChosenLanguage(isOpen ? undefined : (session?.default_language ?? null));
  const language = session?.default_language;
  const former = useRef(language);
  useEffect(() => {
    // Alerts and reports are sentences of the server, in the language that the user had when they were fetched.
    if (former.current !== undefined && language !== undefined && former.current !== language)
      void readAgain(client, []);
    former.current = language;
  }, [client, language]);
  const hours = session?.twenty_four_hour_time;
  useEffect(() => {
    if (hours !== undefined) setHours(hours);
  }, [hours]);
}

/** Takes over a session that has just begun. */
export function enterSession(client: QueryClient, session: Session): void {
  setCsrfToken(session.csrf_token);
  client.setQueryData(sessionQuery.queryKey, session);
  tellTabs('session');
}

/** Forgets a session that has ended here, with all that was read in it. */
export function leaveSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'first-run' });
  setCsrfToken(null);
  client.setQueryData(['session'], null);
  tellTabs('session');
}

/** No one knows a password of the sample data that was chosen at the first run: its way out is to leave it. */
export function useCanSignOut(): boolean {
  return useQuery(firstRunQuery).data?.sample_data?.can_leave !== true;
}

/** A session that the server does not know needs no end. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export function useSignOut(): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const resume = await endAll();
      try {
        return await request('POST', '/console/sign_out');
      } catch (error) {
        if (!isOver(error)) resume();
        throw error;
      }
    },
    onSettled: (_answer, error) => {
      // Where the server could not end the session, the page goes on, and its caller reports why.
      if (error !== null && !isOver(error)) return;
      leaveSession(client);
    },
  });
}
