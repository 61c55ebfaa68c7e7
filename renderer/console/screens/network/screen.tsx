/** Network screen: sharing, the address, the test from a second device, help, the local name, HTTPS, and the rest. */
import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Failure, Loading } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import { networkQuery, useNetworkCall, type NetworkState } from '../../network/network.ts';
import { AdviceList } from './advice.tsx';
import { Https } from './https.tsx';
import { LocalName } from './local-name.tsx';
import { ReachTest } from './reach-test.tsx';
import { ServerSettings } from './server-settings.tsx';
import { Sharing } from './sharing.tsx';

const page = perLanguage(() => ({
  title: t('Network'),
  description: t("Your team's address, and help with connection problems."),
}));

export function Network() {
  const { data, error, refetch } = useQuery(networkQuery);
  const refresh = useNetworkCall(() => request('POST', '/console/network/refresh'));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      {...page()}
      actions={
        <Button variant="default" onClick={() => refresh.mutate()} loading={refresh.isPending}>
          {t('Refresh')}
        </Button>
      }
    >
      {refresh.error !== null && (
        <Alert color="red" role="alert">
          {refresh.error.message}
        </Alert>
      )}
      {data === undefined ? <Loading /> : <Shown network={data} />}
    </Page>
  );
}

function Shown({ network }: { network: NetworkState }) {
  const isOwner = useSession().role === ownerRole;
  return (
    <Stack gap="lg">
      {!isOwner && <Alert>{t('Only owners can change these settings. You can view and test them.')}</Alert>}
      <Sharing network={network} isOwner={isOwner} />
      <ReachTest network={network} />
      <AdviceList network={network} />
      <LocalName network={network} isOwner={isOwner} />
      <Https https={network.https} isOwner={isOwner} />
      <ServerSettings isOwner={isOwner} fixed={network.fixed} />
    </Stack>
  );
}
