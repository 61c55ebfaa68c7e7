/** Accounts of providers that one signs in with: linking another, and unlinking. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { desktop } from '../../client/desktop.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { SettingGroup } from './setting-controls.tsx';

const linksQuery = queryOptions({
  queryKey: ['sign-in-links'],
  queryFn: async ({ signal }) => request('GET', '/console/sign_in_links', {}, signal),
  staleTime: 0,
});

export function SignInLinks() {
  const client = useQueryClient();
  const { data } = useQuery(linksQuery);
  const link = useMutation({
    mutationFn: async (id: number) => request('POST', '/console/sign_in_links', { provider_id: id }),
    onSuccess: ({ location: address }) => location.assign(address),
  });
  const unlink = useMutation({
    mutationFn: async (id: number) => request('DELETE', `/console/sign_in_links/${id}`),
    onSettled: () => client.invalidateQueries(linksQuery),
  });
  const problem = link.error ?? unlink.error;
  if (data === undefined || (data.links.length === 0 && data.providers.length === 0)) return null;
  return (
    <SettingGroup title={t('Linked accounts')}>
      {data.links.length > 0 && (
        <ul className="sessions" aria-label={t('Linked accounts')}>
          {data.links.map(({ id, provider, email }) => (
            <li key={id}>
              <span>
                <strong>{provider}</strong>
                <span className="field-note">{email}</span>
              </span>
              <button
                type="button"
                className="button quiet"
                disabled={unlink.isPending}
                onClick={() => unlink.mutate(id)}
                aria-label={t('Unlink {{provider}}', { provider })}
              >
                {t('Unlink')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {data.links.length > 0 && (
        <p className="field-note">{t('Signing out of the chat does not sign you out of the provider.')}</p>
      )}
      {problem !== null && <p role="alert">{problem.message}</p>}
      {desktop !== undefined && data.providers.length > 0 && (
        <p className="field-note">{t('To link another account, open these settings in your browser.')}</p>
      )}
      {(desktop === undefined ? data.providers : []).map(({ id, name }) => (
        <button key={id} type="button" className="button" disabled={link.isPending} onClick={() => link.mutate(id)}>
          {t('Link {{provider}}', { provider: name })}
        </button>
      ))}
    </SettingGroup>
  );
}
