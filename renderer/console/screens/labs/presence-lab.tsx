/** The presence bench: report as someone, follow the protocol of last_update_id, and see both shapes of the answer side by side. */
import { Anchor, Button, Group, NumberInput, SimpleGrid, Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { richText } from '../../../client/rich-text.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { asYourself, SendAs, type Sender } from '../../api-calls/send-as.tsx';
import { Heading } from '../../components/heading.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { Card } from '../../components/section.tsx';
import { clockTime } from '../../components/time.tsx';
import { usePeople } from '../../people/people.ts';
import { Exchanges, useBench } from './exchange.tsx';
import { PresenceLine } from './presence-line.tsx';

/** The people of a scenario were there on days that may be long past. */
const historyDays = 365;

interface Report {
  atMs: number;
  name: string;
  status: string;
  sent: number;
  got: number;
  /** How many people the answer told of. */
  count: number;
}

export function PresenceLab() {
  const session = useSession();
  const people = usePeople();
  const [sender, setSender] = useState<Sender>(asYourself);
  const bench = useBench(sender);
  const [lastId, setLastId] = useState(-1);
  const [pingOnly, setPingOnly] = useState(false);
  const [modern, setModern] = useState<unknown>(null);
  const [legacy, setLegacy] = useState<unknown>(null);
  const [reports, setReports] = useState<Report[]>([]);
  const name = sender.choice === 'session' ? session.full_name : people.nameOf(Number(sender.choice));

  const report = async (status: 'active' | 'idle'): Promise<void> => {
    const params = {
      status,
      last_update_id: lastId,
      new_user_input: status === 'active',
      ping_only: pingOnly,
      history_limit_days: historyDays,
    };
    const reply = await bench.call('POST', '/users/me/presence', params);
    if (!reply.ok) return;
    const got = Number(reply.body['presence_last_update_id'] ?? lastId);
    const presences = (reply.body['presences'] ?? {}) as Record<string, unknown>;
    const count = Object.keys(presences).length;
    setReports((before) => [{ atMs: Date.now(), name, status, sent: lastId, got, count }, ...before].slice(0, 20));
    setLastId(got);
    if (!pingOnly) setModern(presences);
    const old = await bench.call('GET', '/realm/presence', {});
    if (old.ok) setLegacy(old.body['presences']);
  };
  const run = (status: 'active' | 'idle'): void => void report(status).catch(() => undefined);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Card title={t('Report presence')} name={t('Report')} p="md">
          <SendAs sender={sender} onChange={setSender} label={t('Report as')} />
          <NumberInput
            label={t('last_update_id')}
            description={t('-1 requests everyone. The id from the last response requests only changes since then.')}
            value={lastId}
            onChange={(value) => setLastId(Number(value))}
          />
          <Switch
            label={t('ping_only: report without requesting data')}
            checked={pingOnly}
            onChange={(event) => setPingOnly(event.currentTarget.checked)}
          />
          <Group gap="xs">
            <Button onClick={() => run('active')}>{t('Report active')}</Button>
            <Button variant="default" onClick={() => run('idle')}>
              {t('Report idle')}
            </Button>
            <Button variant="default" onClick={() => setLastId(-1)}>
              {t('Restart from -1')}
            </Button>
          </Group>
          <Text size="sm">
            {richText(
              'See when people were online under <link>Presence, Time line</link>.',
              {},
              {
                link: <Anchor component={Link} href="/presence/timeline" inherit underline="always" />,
              },
            )}
          </Text>
        </Card>
        <Card title={t('Reports')} name={t('Reports')} p="md">
          <Reports reports={reports} />
        </Card>
      </SimpleGrid>
      <PresenceLine userId={sender.choice === 'session' ? session.user_id : Number(sender.choice)} />
      {(modern !== null || legacy !== null) && <Shapes modern={modern} legacy={legacy} />}
      <Exchanges exchanges={bench.exchanges} />
    </Stack>
  );
}

function Reports({ reports }: { reports: readonly Report[] }) {
  if (reports.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No reports yet. Report as active twice. The first response lists everyone, the second only changes.')}
      </Text>
    );
  return (
    <Table fz="sm" aria-label={t('Reports, newest first')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('When')}</Table.Th>
          <Table.Th scope="col">{t('User')}</Table.Th>
          <Table.Th scope="col">{t('Sent and received ids')}</Table.Th>
          <Table.Th scope="col">{t('Users in response')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reports.map(({ atMs, name, status, sent, got, count }) => (
          <Table.Tr key={atMs}>
            <Table.Td>{clockTime(atMs).slice(0, 8)}</Table.Td>
            <Table.Td>
              {name}, {status}
            </Table.Td>
            <Table.Td>
              {sent}, {got}
            </Table.Td>
            <Table.Td>{t('{{count}} people', { count, defaultValue_one: '1 person' })}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Both forms of an answer, side by side. */
function Shapes({ modern, legacy }: { modern: unknown; legacy: unknown }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs" miw={0}>
        <Heading>{t('Modern format: by id, two timestamps')}</Heading>
        <JsonText value={modern} label={t('the modern format')} />
      </Stack>
      <Stack gap="xs" miw={0}>
        <Heading>{t('Legacy format: by email address, one status per client')}</Heading>
        <JsonText value={legacy} label={t('the legacy format')} />
      </Stack>
    </SimpleGrid>
  );
}
