/** Events, live: everything that the server sends to its clients, and the queues through which they hear it. */
import { Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { t } from '../../../client/text.ts';
import { Page } from '../../layout/page.tsx';
import type { ScreenProps } from '../../screen.ts';
import { LiveEvents } from './live-events.tsx';
import { Queues } from './queues.tsx';

export function Events({ section }: ScreenProps) {
  const [, navigate] = useLocation();
  return (
    <Page title={t('Events')} description={t('Events that the server sends to clients, live.')}>
      <Tabs
        value={section === 'queues' ? 'queues' : 'live'}
        onChange={(tab) => navigate(tab === 'queues' ? '/events/queues' : '/events')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="live">{t('Stream')}</Tabs.Tab>
          <Tabs.Tab value="queues">{t('Queues')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="live">
          <LiveEvents />
        </Tabs.Panel>
        <Tabs.Panel value="queues">
          <Queues />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
