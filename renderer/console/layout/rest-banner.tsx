/** Banner for a deactivated organization, with a link to reactivate it. */
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { firstRunQuery } from '../../client/queries.ts';
import { t } from '../../client/text.ts';

const place = '/organization/deactivate';

export function RestBanner() {
  const { data } = useQuery(firstRunQuery);
  const [location] = useLocation();
  if (data?.is_deactivated !== true || location === place) return null;
  return (
    <Alert mb="md" maw={1280} mx="auto" color="yellow" title={t('The organization is deactivated')}>
      {t('Only owners can sign in to the console. Nothing can be changed.')}{' '}
      <Anchor component={Link} href={place} size="sm">
        {t('Reactivate')}
      </Anchor>
    </Alert>
  );
}
