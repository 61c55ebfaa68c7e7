/** An address that leads nowhere. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { t } from '../../client/text.ts';
import { Page } from './page.tsx';

export function NotHere() {
  return (
    <Page title={t('Page not found')} description={t('The address may be wrong or from another version.')}>
      <Anchor component={Link} href="/">
        {t('Go to overview')}
      </Anchor>
    </Page>
  );
}
