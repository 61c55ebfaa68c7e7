/** One request of the time line, opened: parameters, answer, events and queues; copied as curl, or opened as a form. */
import { Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import type { RequestEntry } from '../../activity/activity.ts';
import { indented } from '../../api-calls/call.ts';
import type { Replay } from '../../api-calls/catalogue.ts';
import { snippet } from '../../api-calls/snippets.ts';
import { TextBlock } from '../../components/json-text.tsx';
import type { People } from '../../people/people.ts';
import { effectsOf, type Effect, type Index } from './effects.ts';

interface DetailProps {
  entry: RequestEntry;
  people: People;
  index: Index;
  onReplay: (replay: Replay) => void;
}

export function Detail({ entry, people, index, onReplay }: DetailProps) {
  const params = Object.entries(entry.params ?? {});
  const code = snippet(
    {
      method: entry.method,
      url: window.location.origin + entry.path,
      params: params.filter(([name]) => !isInPath(entry, name)),
      file: null,
      account: { email: 'YOUR_EMAIL', key: 'YOUR_API_KEY' },
    },
    'bash',
  );
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t('{{name}}, client {{client}}, from {{ip}}, {{ms}} ms, {{status}}', {
          name: entry.user_id === null ? t('Without an account') : people.nameOf(entry.user_id),
          client: entry.client,
          ip: entry.ip,
          ms: entry.ms,
          status: entry.code === null ? entry.status : `${entry.status} ${entry.code}`,
        })}
        {entry.fault !== null && ` ${t('(caused by a fault: {{fault}})', { fault: entry.fault.replaceAll('_', ' ') })}`}
      </Text>
      {params.length > 0 && (
        <TextBlock text={JSON.stringify(entry.params, null, 2)} label={t('the parameters')} maxHeight="none" />
      )}
      {entry.answer !== null && (
        <>
          <Text size="sm" fw={600}>
            {t('Response')}
          </Text>
          <TextBlock text={indented(entry.answer)} label={t('the answer')} maxHeight="none" />
        </>
      )}
      <Effects effects={effectsOf(entry, index)} people={people} count={entry.event_count} />
      <Group gap="xs">
        <CopyText text={code} label={t('Copy as curl for bash')} caption={t('Copy as curl')} />
        {entry.route !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onReplay(replayOf(entry))}>
            {t('Open as a form')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const isInPath = ({ route }: RequestEntry, name: string): boolean =>
  route !== null && (route.includes(`{${name}}`) || route.includes(`{*${name}}`));

/** What is masked is left for a person to fill in. */
function replayOf({ method, route, params }: RequestEntry): Replay {
  const values = Object.entries(params ?? {}).filter(([, value]) => !/^\[(secret|private)\]$/.test(value));
  return { method, path: `/api/v1${(route ?? '').replaceAll('{*', '{')}`, values: Object.fromEntries(values) };
}

function Effects({ effects, people, count }: { effects: Effect[]; people: People; count: number }) {
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No events.')}
      </Text>
    );
  return (
    <Box
      component="section"
      tabIndex={0}
      aria-label={t('Resulting events (scrolls sideways)')}
      style={{ overflowX: 'auto' }}
    >
      <Table miw={460} fz="sm" aria-label={t('Resulting events')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Event')}</Table.Th>
            <Table.Th scope="col">{t('Queue owner')}</Table.Th>
            <Table.Th scope="col">{t('Acknowledged')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {effects.map((effect) => (
            <Table.Tr key={effect.key}>
              <Table.Td>{effect.event}</Table.Td>
              <Table.Td>
                {effect.userId !== undefined && `${people.nameOf(effect.userId)} `}
                <Text component="span" size="xs" c="dimmed">
                  {effect.queue}
                </Text>
              </Table.Td>
              <Table.Td>{effect.userId !== undefined && acknowledgement(effect.afterMs)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

const acknowledgement = (afterMs: number | null): string =>
  afterMs === null ? t('not yet') : t('after {{afterMs}} ms', { afterMs });
