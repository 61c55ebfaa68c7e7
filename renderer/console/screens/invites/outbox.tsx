/** The outbox, read like a mailbox: what would have been sent if there were a mail server, to be handed over by other ways. */
import {
  Alert,
  Anchor,
  Box,
  Button,
  Code,
  Divider,
  Grid,
  Group,
  NavLink,
  Paper,
  Stack,
  Tabs,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { matches } from '../../../client/fold.ts';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { useAddressState } from '../../address-state.ts';
import { FactList } from '../../components/fact-list.tsx';
import { Heading } from '../../components/heading.tsx';
import { ListFilter } from '../../components/list-filter.tsx';
import { useProjector } from '../../components/projector-mode.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { useSeenMail } from '../../status/outbox-count.tsx';
import { mailQuery, outboxQuery, type OpenedMail, type OutboxMail } from './invitations.ts';

export function Outbox() {
  const { data, error, refetch } = useQuery(outboxQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useAddressState<string>('mail', '');
  const [seen, setSeen] = useSeenMail();
  const newest = data?.mails[0]?.name ?? '';
  useEffect(() => {
    if (newest > seen) setSeen(newest);
  }, [newest, seen, setSeen]);
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.mails.length === 0)
    return (
      <Nothing title={t('The outbox is empty')}>
        {t('Without a mail server, invitations and other emails are kept here so that you can share them yourself.')}
      </Nothing>
    );
  const found = data.mails.filter(({ subject, to }) => matches(search, `${subject} ${to.join(' ')}`));
  const shown = found.find(({ name }) => name === chosen) ?? found[0];
  return (
    <Stack gap="sm">
      <Alert>
        {richText(
          'This email was not sent because no mail server was set up. Share it yourself, or <link>set up a mail server</link> and resend the invitations.',
          {},
          {
            link: <Anchor component={Link} href="/organization/mail" inherit />,
          },
        )}
      </Alert>
      <ListFilter placeholder={t('Subject or address')} search={search} onSearch={setSearch} />
      {found.length === 0 && <Nothing title={t('No emails found')}>{t('No subject or address matches.')}</Nothing>}
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder>
            <Box
              component="section"
              mah={{ base: 260, md: 560 }}
              tabIndex={0}
              aria-label={t('Emails')}
              style={{ overflow: 'auto' }}
            >
              {found.map((mail) => (
                <Head
                  key={mail.name}
                  mail={mail}
                  isShown={mail.name === shown?.name}
                  onChoose={() => setChosen(mail.name)}
                />
              ))}
            </Box>
          </Paper>
          {data.total > data.mails.length && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('Showing the newest {{count}} of {{total}}. All emails are files in the data folder.', {
                count: data.mails.length,
                total: data.total,
              })}
            </Text>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {shown !== undefined && <Reading key={shown.name} mail={shown} />}
        </Grid.Col>
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
      styles={{ description: { color: 'inherit', overflowWrap: 'anywhere' } }}
    />
  );
}

/** In projector mode the head alone, until someone asks for the rest: there are links in it that let anybody in. */
function Reading({ mail }: { mail: OutboxMail }) {
  const { isOn } = useProjector();
  const [isAskedFor, setAskedFor] = useState(false);
  const { data, error, refetch } = useQuery(mailQuery(mail.name));
  return (
    <Paper withBorder p="lg" component="article" mih={300} aria-label={mail.subject}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Heading style={{ overflowWrap: 'anywhere' }}>{mail.subject}</Heading>
        {data !== undefined && <CopyText text={data.text} label={t('text of the email')} />}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('From {{from}}', { from: mail.from })}
        <br />
        {t('To {{to}}', { to: mail.to.join(', ') })}
      </Text>
      <Divider my="md" />
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {isOn && !isAskedFor ? (
        <Button variant="default" onClick={() => setAskedFor(true)}>
          {t('Show the email with its links')}
        </Button>
      ) : (
        data !== undefined && <Forms mail={data} />
      )}
    </Paper>
  );
}

/** What the mail is made of, each in a tab. What is not there, or not the reader's, has none. */
function Forms({ mail }: { mail: OpenedMail }) {
  return (
    <Tabs defaultValue={mail.html === null ? 'text' : 'html'} keepMounted={false}>
      <Tabs.List mb="md">
        {mail.html !== null && <Tabs.Tab value="html">{t('HTML')}</Tabs.Tab>}
        <Tabs.Tab value="text">{t('Text')}</Tabs.Tab>
        {mail.headers.length > 0 && <Tabs.Tab value="headers">{t('Headers')}</Tabs.Tab>}
        {mail.source !== null && <Tabs.Tab value="source">{t('Source')}</Tabs.Tab>}
      </Tabs.List>
      {mail.html !== null && (
        <Tabs.Panel value="html">
          <Html html={mail.html} title={mail.subject} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="text">
        <Box fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {linked(mail.text)}
        </Box>
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <FactList facts={mail.headers.map(({ name, value }) => [name, value])} />
      </Tabs.Panel>
      {mail.source !== null && (
        <Tabs.Panel value="source">
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {mail.source}
          </Code>
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

/**
 * Nothing of a mail runs, and nothing is loaded for it from anywhere: a frame without rights, under a policy of its own. Its links
 * open outside of it.
 */
const mailHead =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:"><base target="_blank">';

function Html({ html, title }: { html: string; title: string }) {
  return (
    <Box
      component="iframe"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      title={title}
      srcDoc={`${mailHead}${html}`}
      w="100%"
      h={420}
      bd={0}
      bg="white"
      style={{ colorScheme: 'light' }}
    />
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
