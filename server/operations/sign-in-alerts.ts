/** Alerts for the directory and for providers of single sign-on: lines for the list of operations/alerts.ts. */
import type { Alert } from '../contract/shapes/overview.ts';

/** @param directory what is wrong with the directory, in sentences; null for nothing. @param providers the same of providers. */
export const signInAlerts = (directory: string | null, providers: string | null): Alert[] => [
  ...alertOf('directory_failing', 'The directory is not synchronized', directory),
  ...alertOf('sign_in_provider_failing', 'A sign-in provider does not confirm its people', providers),
];

const alertOf = (kind: Alert['kind'], title: string, problem: string | null): Alert[] =>
  problem === null
    ? []
    : [
        {
          kind,
          severity: 'warning',
          title,
          message: `${problem} It is tried again every hour.`,
          screen: { path: '/organization/sign-in', label: 'Open sign-in settings' },
        },
      ];
