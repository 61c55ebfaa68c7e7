/** The clear page for somebody whose role does not open a screen. */
import { Alert } from '@mantine/core';
import { perLanguage, t } from '../../client/text.ts';
import type { Screen } from '../screen.ts';
import { Page } from './page.tsx';

const words = perLanguage(
  () =>
    ({
      members: [
        t('Not for guests'),
        t('This screen is for members of the organization. Ask one of them if you need something from here.'),
      ],
      administrators: [
        t('For administrators'),
        t(
          'This screen shows what the whole server does, so it is open to administrators only. Ask one of them if you need something from here.',
        ),
      ],
      owners: [
        t('For owners'),
        t('This screen is open to owners of the organization only. Ask one of them if you need something from here.'),
      ],
    }) as const,
);

export function NotForYou({ screen: { name, who } }: { screen: Screen }) {
  const [title, text] = words()[who === 'everybody' ? 'administrators' : who];
  return (
    <Page title={name} description="">
      <Alert title={title}>{text}</Alert>
    </Page>
  );
}
