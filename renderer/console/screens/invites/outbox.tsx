/** The outbox, read like a mailbox: what would have been sent if there were a mail server, to be handed over by other ways. */
import {
  Alert,
  Anchor,
  Box,
  Divider,
  Grid,
  Group,
  NavLink,
  Paper,
  ScrollArea,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Failure, Loading, Nothing } from '../../../components/states.tsx';
import { Ago } from '../../../components/time.tsx';
import { mailQuery, outboxQuery, type OutboxMail } from './invitations.ts';

export function Outbox() {
  const { data, error, refetch } = useQuery(outboxQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.mails.length === 0)
    return (
      <Nothing title={t('The outbox is empty')}>
        {t('Without a mail server, invitations and other mail are kept here, so that you can hand them over yourself.')}
      </Nothing>
    );
  const shown = data.mails.find(({ name }) => name === chosen) ?? data.mails[0];
  return (
    <Stack gap="sm">
      <Alert>
        {t(
          'This mail did not leave the computer: no mail server was set up when it was written. Hand it over yourself, or',
        )}{' '}
        <Anchor component={Link} href="/organization/mail" inherit>
          {t('set up a mail server')}
        </Anchor>{' '}
        {t('and resend the invitations.')}
      </Alert>
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder>
            <ScrollArea.Autosize mah={{ base: 260, md: 560 }} viewportProps={{ tabIndex: 0, 'aria-label': t('Mails') }}>
              {data.mails.map((mail) => (
                <Head
                  key={mail.name}
                  mail={mail}
                  isShown={mail.name === shown?.name}
                  onChoose={() => setChosen(mail.name)}
                />
              ))}
            </ScrollArea.Autosize>
          </Paper>
          {data.total > data.mails.length && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('The newest {{count}} of {{total}}; all are files in the data folder.', {
                count: data.mails.length,
                total: data.total,
              })}
            </Text>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>{shown !== undefined && <Reading mail={shown} />}</Grid.Col>
      </Grid>
    </Stack>
  );
}

function Head({ mail, isShown, onChoose }: { mail: OutboxMail; isShown: boolean; onChoose: () => void }) {
  return (
    <NavLink
      component="button"
      type="button"
      active={isShown}
      aria-current={isShown}
      onClick={onChoose}
      label={
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm" fw={600} truncate>
            {mail.to.join(', ')}
          </Text>
          {mail.date !== null && (
            <Text size="xs" style={{ flexShrink: 0 }}>
              <Ago date={new Date(mail.date * 1000)} />
            </Text>
          )}
        </Group>
      }
      description={mail.subject}
      styles={{ description: { color: 'inherit' } }}
    />
  );
}

function Reading({ mail }: { mail: OutboxMail }) {
  const { data, error, refetch } = useQuery(mailQuery(mail.name));
  return (
    <Paper withBorder p="lg" component="article" mih={300} aria-label={mail.subject}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} fz="h4" style={{ overflowWrap: 'anywhere' }}>
          {mail.subject}
        </Title>
        {data !== undefined && <CopyText text={data.text} label={t('text of the mail')} />}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('From {{from}}', { from: mail.from })}
        <br />
        {t('To {{to}}', { to: mail.to.join(', ') })}
      </Text>
      <Divider my="md" />
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Box fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {linked(data.text)}
        </Box>
      )}
    </Paper>
  );
}

/** Addresses in a plain text become links. */
function linked(text: string) {
  let at = 0;
  return text.split(/(https?:\/\/\S+)/).map((part, index) => {
    const key = at;
    at += part.length;
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <Anchor key={key} href={part} inherit>
        {part}
      </Anchor>
    );
  });
}
