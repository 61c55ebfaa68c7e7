/** The clear page for someone whose role does not open a screen. */
import { Alert } from '@mantine/core';
import { perLanguage, t } from '../../client/text.ts';
import type { Screen } from '../screen.ts';
import { Page } from './page.tsx';

const words = perLanguage(
  () =>
    ({
      members: [t('Not available to guests'), t('Only members of the organization can open this screen.')],
      administrators: [
        t('Administrators only'),
        t('This screen shows all server activity. Ask an administrator if you need information from it.'),
      ],
      owners: [t('Owners only'), t('Ask an owner of the organization if you need information from this screen.')],
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
