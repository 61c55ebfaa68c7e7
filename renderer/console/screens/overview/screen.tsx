/** Overview screen: address, users and content, activity and resource use. */
import { Anchor, Code, Group, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Overview } from '../../../../server/contract/shapes/overview.ts';
import { numberFormat, sizeText } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { Page } from '../../layout/page.tsx';
import { useNetwork } from '../../network/network.ts';
import { TeamAddress } from '../../network/team-address.tsx';
import { AlertList } from '../../status/alert-list.tsx';
import { BusiestChannels } from './busiest-channels.tsx';
import { Facts, Figure } from './facts.tsx';
import { Health, SlowestOperations } from './health.tsx';
import { Messages } from './messages.tsx';
import { NextSteps } from './next-steps.tsx';
import { Online } from './online.tsx';
import { overviewQuery } from './statistics.ts';

const number = numberFormat();

export function OverviewScreen() {
  const { data, error, refetch } = useQuery(overviewQuery);
  // What was shown before stays on screen through a short interruption; the badge above says that it is not live.
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={t('Overview')} description={t("Your team's address and the server's status.")}>
      {data === undefined ? <Loading /> : <Figures overview={data} />}
    </Page>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const { counts } = overview;
  return (
    <Stack gap="lg">
      {overview.attention.length > 0 && (
        <Paper withBorder p="lg" component="section" aria-label={t('Needs attention')}>
          <Heading mb="sm">{t('Needs attention')}</Heading>
          <AlertList alerts={overview.attention} />
        </Paper>
      )}
      <NextSteps overview={overview} />
      <Address />
      <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }}>
        <Figure
          label={t('People')}
          value={number.format(counts.users)}
          note={
            counts.deactivated > 0
              ? t('{{deactivated}} deactivated', { deactivated: number.format(counts.deactivated) })
              : undefined
          }
        />
        <Figure label={t('Bots')} value={number.format(counts.bots)} />
        <Figure label={t('Channels')} value={number.format(counts.channels)} />
        <Figure
          label={t('Messages')}
          value={number.format(counts.messages)}
          note={t('all messages, including direct and automatic ones')}
        />
      </SimpleGrid>
      <Messages />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Online />
        <BusiestChannels />
        <Health overview={overview} />
        <Storage overview={overview} />
      </SimpleGrid>
      <SlowestOperations />
    </Stack>
  );
}

function Address() {
  const { data } = useNetwork();
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Heading>{t('Your team connects here')}</Heading>
          <Anchor component={Link} href="/network" size="sm">
            {t('Network')}
          </Anchor>
        </Group>
        {data === undefined ? <Skeleton h={160} /> : <TeamAddress network={data} size={160} />}
      </Stack>
    </Paper>
  );
}

function Storage({ overview: { storage, disk, last_backup: last } }: { overview: Overview }) {
  return (
    <Facts
      title={t('Storage')}
      facts={[
        [t('Database'), storage.database_bytes === 0 ? t('not yet written') : sizeText(storage.database_bytes)],
        [t('Journal'), sizeText(storage.journal_bytes)],
        [t('Uploads'), sizeText(storage.uploads_bytes)],
        [t('Last backup'), last === null ? t('None yet') : <LastBackup key="backup" last={last} />],
        [
          t('Free disk space'),
          t('{{size}} of {{size2}}', { size: sizeText(disk.free_bytes), size2: sizeText(disk.total_bytes) }),
        ],
        [t('Folder'), <Code key="folder">{storage.data_dir}</Code>],
      ]}
    />
  );
}

function LastBackup({ last }: { last: NonNullable<Overview['last_backup']> }) {
  return (
    <>
      <Ago date={new Date(last.made_at * 1000)} />, {sizeText(last.size)}
    </>
  );
}
