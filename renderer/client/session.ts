/** Ending the session at this browser. */
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { request } from './request.ts';
import { firstRunQuery } from './queries.ts';

/** Nobody knows a password of the sample data that was chosen at the first run: its way out is to leave it. */
export function useCanSignOut(): boolean {
  return useQuery(firstRunQuery).data?.sample_data?.can_leave !== true;
}

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
