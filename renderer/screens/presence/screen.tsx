/** Presence, live: who is there now, and who was there when. */
import { Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { Page } from '../../parts/page.tsx';
import type { ScreenProps } from '../../screens.tsx';
import { Now } from './now.tsx';
import { Timeline } from './timeline.tsx';

export function Presence({ section }: ScreenProps) {
  const [, navigate] = useLocation();
  return (
    <Page title="Presence" description="Who is there now, since when, and who was there before.">
      <Tabs
        value={section === 'timeline' ? 'timeline' : 'now'}
        onChange={(tab) => navigate(tab === 'timeline' ? '/presence/timeline' : '/presence')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="now">Now</Tabs.Tab>
          <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="now">
          <Now />
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          <Timeline />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
