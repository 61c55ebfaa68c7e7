/** Bringing a team from another chat into this organization, how the last import ended, and links for its users. For owners. */
import { Alert, Anchor, Button, Group, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AnswerOf } from '../../../client/api.ts';
import { dateFormat, numberFormat } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { ImportSteps, type ConfirmImportProps } from '../../bring-team/import-steps.tsx';
import { ownImports, type ImportResult, type ImportState } from '../../bring-team/imports.ts';
import { csvText } from '../../components/csv-text.ts';
import { Heading } from '../../components/heading.tsx';

const number = numberFormat();
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

export function ImportTeam() {
  const { role } = useSession();
  if (role > ownerRole) return <Alert>{t('Only owners can import a team.')}</Alert>;
  return (
    <Stack maw={720}>
      <Paper withBorder p="lg" component="section" aria-labelledby="import">
        <Heading id="import">{t('Import team')}</Heading>
        <Text size="sm" c="dimmed" mb="md">
          {t(
            'From Slack, Mattermost, Zulip or another Hearth server. Existing data is kept and backed up first. Only new data is added.',
          )}{' '}
          <Anchor component={Link} href="/users/import" inherit>
            {t('To import only a list of people, use a CSV file.')}
          </Anchor>
        </Text>
        <ImportSteps calls={ownImports} Confirm={Start} />
      </Paper>
      <Ended />
    </Stack>
  );
}

function Start({ calls, choices, preview }: ConfirmImportProps) {
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => calls.start(choices, null),
    onSettled: () => client.invalidateQueries({ queryKey: calls.key }),
  });
  return (
    <Stack gap="xs">
      {start.error !== null && (
        <Alert color="red" role="alert">
          {start.error.message}
        </Alert>
      )}
      <Text size="sm">{holdText(preview.hold_seconds)}</Text>
      <Group justify="flex-end">
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          {t('Import team')}
        </Button>
      </Group>
    </Stack>
  );
}

/** How long the organization is not answered. */
function holdText(seconds: number): string {
  return t(
    'The chat and console stay available, except for about {{count}} seconds at the end. Messages that people send then are delivered afterwards.',
    { count: seconds },
  );
}

/** How the last import ended, once there was one. */
function Ended() {
  const { data } = useQuery({
    queryKey: ownImports.key,
    queryFn: ({ signal }) => ownImports.state(signal),
    refetchInterval: ({ state }) => (isIndexing(state.data) ? 2000 : false),
  });
  if (data?.last === undefined || data.last === null) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="last-import">
      <Heading id="last-import">{t('Last import')}</Heading>
      <Stack gap="sm" align="flex-start">
        <Result result={data.last} />
        {data.last.is_done && <SearchProgress rebuild={data.search_rebuild} />}
        {data.sign_in_links_needed > 0 && <SignInLinks count={data.sign_in_links_needed} />}
      </Stack>
    </Paper>
  );
}

const isIndexing = (state: ImportState | undefined): boolean =>
  state !== undefined && state.last !== null && state.search_rebuild !== null;

/** How much of the messages search finds. */
function SearchProgress({ rebuild }: { rebuild: ImportState['search_rebuild'] }) {
  if (rebuild === null) return <Text size="sm">{t('Search finds all messages.')}</Text>;
  const percent = Math.floor((100 * rebuild.built) / rebuild.total);
  return (
    <Stack gap={4} w="100%">
      <Text component="output" size="sm">
        {t('Messages are still being indexed ({{percent}} % done). Searches are incomplete until then.', { percent })}
      </Text>
      <Progress value={percent} aria-label={t('Progress of the search index')} />
    </Stack>
  );
}

function Result({ result }: { result: ImportResult }) {
  const { counts, title, organization } = result;
  return (
    <>
      <Text size="sm">
        {t('{{organization}} from {{title}}, {{when}}', { organization, title, when: moment.format(result.at * 1000) })}
      </Text>
      {!result.is_done && (
        <Alert color="red" title={t('Nothing was imported')}>
          {result.error ?? t('The import was cancelled.')}
        </Alert>
      )}
      {counts !== null && <Text size="sm">{t('Added: {{what}}.', { what: addedText(counts) })}</Text>}
      {result.has_report && (
        <Button component="a" href="/api/v1/console/imports/report" download variant="default">
          {t('Download report')}
        </Button>
      )}
      {result.problem_count > 0 && (
        <Text size="sm" c="dimmed">
          {t('{{formatted}} records were changed or left out; the report lists them.', {
            count: result.problem_count,
            formatted: number.format(result.problem_count),
            defaultValue_one: '1 record was changed or left out; the report lists it.',
          })}
        </Text>
      )}
    </>
  );
}

/** "12 users, 1 bot, 6 channels, 200 messages, 2 files" */
function addedText({ users, bots, channels, messages, files }: NonNullable<ImportResult['counts']>): string {
  const formatted = (count: number) => ({ count, formatted: number.format(count) });
  return [
    t('{{formatted}} users', { ...formatted(users), defaultValue_one: '1 user' }),
    t('{{formatted}} bots', { ...formatted(bots), defaultValue_one: '1 bot' }),
    t('{{formatted}} channels', { ...formatted(channels), defaultValue_one: '1 channel' }),
    t('{{formatted}} messages', { ...formatted(messages), defaultValue_one: '1 message' }),
    t('{{formatted}} files', { ...formatted(files), defaultValue_one: '1 file' }),
  ].join(', ');
}

/** Links in the table; the file has all. */
const mostShown = 100;
const csv = 'text/csv;charset=utf-8';

const linksCsv = (links: AnswerOf<'POST', '/console/imports/sign_in_links'>['links']): string =>
  csvText(
    links.map((link) => ({
      full_name: link.full_name,
      email: link.email ?? '',
      link: link.link_url,
      sent_by_email: link.is_sent ? 'yes' : 'no',
    })),
  );

function SignInLinks({ count }: { count: number }) {
  const links = useMutation({ mutationFn: () => request('POST', '/console/imports/sign_in_links') });
  return (
    <Stack gap="sm" w="100%">
      <Text size="sm">
        {t('{{count}} imported users have no password yet.', {
          count,
          defaultValue_one: '1 imported user has no password yet.',
        })}
      </Text>
      {links.error !== null && (
        <Alert color="red" role="alert">
          {links.error.message}
        </Alert>
      )}
      {links.data === undefined ? (
        <Group>
          <Button variant="default" loading={links.isPending} onClick={() => links.mutate()}>
            {t('Create sign-in links')}
          </Button>
        </Group>
      ) : (
        <>
          <Group>
            <Button variant="default" onClick={() => saveFile('sign-in-links.csv', linksCsv(links.data.links), csv)}>
              {t('Download all as CSV')}
            </Button>
          </Group>
          {links.data.links.length > mostShown && (
            <Text size="sm" c="dimmed">
              {t('The first {{shown}} of {{count}} links:', { shown: mostShown, count: links.data.links.length })}
            </Text>
          )}
          <Table aria-label={t('Sign-in links')} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('User')}</Table.Th>
                <Table.Th w={110}>{t('Link')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {links.data.links
                .slice(0, mostShown)
                .map(({ user_id: id, full_name: name, email, link_url: url, is_sent: isSent }) => (
                  <Table.Tr key={id}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {name}
                      <Text size="xs" c="dimmed">
                        {email ?? t('Needs an email address')}
                        {isSent && ` · ${t('sent by email')}`}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <CopyText text={url} label={t('Copy link for {{name}}', { name })} caption={t('Copy')} />
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Stack>
  );
}
