/** Message retention of a channel; where it has no answer of its own, the organization's. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../client/text.ts';
import { keptFor } from '../../settings/server-choices.ts';
import { organizationQuery } from '../../settings/settings.ts';

/** @param days null: as the organization says; -1: for ever. */
export function Retention({ days }: { days: number | null }) {
  const organization = useQuery({ ...organizationQuery, enabled: days === null });
  const usual = organization.data?.settings['message_retention_days'];
  if (days !== null) return keptFor(days);
  return (
    <Text span inherit title={t('Organization default')}>
      {typeof usual === 'number' ? keptFor(usual) : ''}
    </Text>
  );
}
