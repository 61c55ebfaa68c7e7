/** Recipients of a list of addresses while it is written, as the server reads it: those that cannot be invited are red. */
import { Badge, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';

/** How long a person has to pause before the list is read, in milliseconds. */
const pauseMs = 250;
/** Chips beyond this number are counted. */
const mostChips = 50;

export function InviteeChips({ text }: { text: string }) {
  const [settled] = useDebouncedValue(text, pauseMs);
  const { data } = useQuery({
    queryKey: ['invitees', settled],
    queryFn: ({ signal }) => request('POST', '/console/invitees', { invitee_emails: settled }, signal),
    enabled: settled.trim() !== '',
    placeholderData: keepPreviousData,
    // Sending says what is wrong with the list as a whole.
    retry: false,
  });
  const invitees = settled.trim() === '' ? [] : (data?.invitees ?? []);
  if (invitees.length === 0) return null;
  return (
    <Group component="ul" aria-label={t('Recipients')} gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {invitees.slice(0, mostChips).map(({ written, email, problem }) => (
        <Badge
          component="li"
          key={email ?? written}
          color={problem === null ? 'gray' : 'red'}
          variant="light"
          tt="none"
          fw={400}
          maw="100%"
          title={problem ?? written}
        >
          {problem === null
            ? (email ?? written)
            : t('{{address}}: {{problem}}', { address: email ?? written, problem })}
        </Badge>
      ))}
      {invitees.length > mostChips && (
        <Badge component="li" color="gray" variant="light" tt="none">
          {t('{{count}} more recipients', {
            count: invitees.length - mostChips,
            defaultValue_one: '{{count}} more recipient',
          })}
        </Badge>
      )}
    </Group>
  );
}
