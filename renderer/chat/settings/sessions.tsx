/** Signed-in sessions, and signing out elsewhere. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserName } from '../../client/browser-name.ts';
import { dateFormat } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';

const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await request('GET', '/console/sessions', {}, signal)).sessions,
  staleTime: 0,
});

const day = dateFormat({ dateStyle: 'medium' });

export function Sessions() {
  const client = useQueryClient();
  const { data, error } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: async (id: string) => request('DELETE', `/console/sessions/${id}`),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
  const others = data?.filter((one) => !one.is_current) ?? [];
  return (
    <>
      {error !== null && <p role="alert">{error.message}</p>}
      <ul className="sessions" aria-label={t('Active sessions')}>
        {data?.map((one) => (
          <li key={one.session_id}>
            <span>
              <strong>{browserName(one.user_agent)}</strong>
              <span className="field-note">
                {one.is_current
                  ? t('this browser')
                  : t('signed in {{time}}', { time: day.format(one.created_at * 1000) })}
              </span>
            </span>
            {!one.is_current && (
              <button
                type="button"
                className="button quiet"
                disabled={end.isPending}
                onClick={() => end.mutate(one.session_id)}
                aria-label={t('Sign out {{browser}}', { browser: browserName(one.user_agent) })}
              >
                {t('Sign out')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {end.error !== null && <p role="alert">{end.error.message}</p>}
      {others.length > 1 && (
        <button type="button" className="button quiet" disabled={end.isPending} onClick={() => end.mutate('others')}>
          {t('Sign out everywhere else')}
        </button>
      )}
    </>
  );
}
