/** Ending the session at this browser. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { request } from './api.ts';

export function useSignOut(): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/console/sign_out'),
    // Also when the server refuses: a session that it does not know is over.
    onSettled: () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'first-run' });
      client.setQueryData(['session'], null);
    },
  });
}
