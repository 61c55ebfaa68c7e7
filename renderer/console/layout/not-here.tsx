/** An address that leads nowhere. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from './page.tsx';

export function NotHere() {
  return (
    <Page title="There is no such page" description="The address may be mistyped, or from another version.">
      <Anchor component={Link} href="/">
        To the overview
      </Anchor>
    </Page>
  );
}
