/** Count of new mail in the outbox of this browser: without a mail server, someone has to hand it over. */
import { Box, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../client/request.ts';
import { useSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';

/** The name of the newest mail that was looked at, '' before the first; names grow with time. */
export function useSeenMail(): [string, (name: string) => void] {
  const [seen, setSeen] = useLocalStorage({
    key: 'hearth-outbox-seen',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  return [seen, setSeen];
}

export function OutboxCount() {
  const session = useSession();
  const [seen] = useSeenMail();
  const { data: count = 0 } = useQuery({
    queryKey: ['outbox', 'unseen', seen],
    queryFn: async ({ signal }) => (await request('GET', '/console/outbox', { limit: 0, seen }, signal)).unseen,
    enabled: session.is_admin,
  });
  if (count === 0) return null;
  const words = t('{{count}} new emails in the outbox', { count, defaultValue_one: '1 new email in the outbox' });
  return (
    <Box
      component="span"
      title={words}
      px={6}
      miw={20}
      ta="center"
      fz="xs"
      fw={700}
      lh="20px"
      c="var(--on-primary)"
      bg="var(--primary)"
      style={{ display: 'inline-block', borderRadius: 10 }}
    >
      <span aria-hidden>{count}</span>
      <VisuallyHidden> {words}</VisuallyHidden>
    </Box>
  );
}
