/** Events, live: everything that the server tells its clients, and the queues through which they hear it. */
import { Tabs } from '@mantine/core';
import { ForAdministrators } from '../../parts/for-administrators.tsx';
import { Page } from '../../parts/page.tsx';
import { LiveEvents } from './live-events.tsx';
import { Queues } from './queues.tsx';

const title = 'Events';
const description = 'What the server tells its clients, as it happens.';

export function Events() {
  return (
    <ForAdministrators title={title} description={description}>
      <Page title={title} description={description}>
        <Tabs defaultValue="live" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="live">Stream</Tabs.Tab>
            <Tabs.Tab value="queues">Queues</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="live">
            <LiveEvents />
          </Tabs.Panel>
          <Tabs.Panel value="queues">
            <Queues />
          </Tabs.Panel>
        </Tabs>
      </Page>
    </ForAdministrators>
  );
}
