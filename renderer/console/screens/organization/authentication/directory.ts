/** The organization's directory, as the console's calls give it. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../../client/request.ts';
import { perLanguage, t } from '../../../../client/text.ts';

/** Owners alone may. */
export const readDirectory = async (signal?: AbortSignal) => request('GET', '/console/directory', {}, signal);

export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: async ({ signal }) => readDirectory(signal),
});

/** Kinds of directories that the server has values for. */
export const presetNames = perLanguage(() => [
  { value: 'active_directory', label: t('Active Directory') },
  { value: 'openldap', label: t('OpenLDAP') },
  { value: 'freeipa', label: t('FreeIPA') },
  { value: 'synology', label: t('Synology Directory Server') },
  { value: 'univention', label: t('Univention (UCS)') },
]);
