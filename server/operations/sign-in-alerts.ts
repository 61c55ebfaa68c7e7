/** Alerts for the directory and for providers of single sign-on: lines for the list of operations/alerts.ts. */
import type { Alert } from '../contract/shapes/overview.ts';
import type { Say } from '../texts.ts';

/** @param directory what is wrong with the directory, in sentences; null for nothing. @param providers the same of providers. */
export const signInAlerts = (directory: string | null, providers: string | null, t: Say): Alert[] => [
  ...alertOf('directory_failing', t('The directory is not synchronized'), directory, t),
  ...alertOf('sign_in_provider_failing', t('A sign-in provider does not confirm its people'), providers, t),
];

const alertOf = (kind: Alert['kind'], title: string, problem: string | null, t: Say): Alert[] =>
  problem === null
    ? []
    : [
        {
          kind,
          severity: 'warning',
          title,
          message: t('{{problem}} It is tried again every hour.', { problem }),
          screen: { path: '/organization/sign-in', label: t('Open sign-in settings') },
        },
      ];
