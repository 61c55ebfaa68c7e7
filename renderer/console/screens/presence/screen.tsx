/** Presence, live: who is there now, and who was there when. */
import { Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { t } from '../../../client/text.ts';
import { Page } from '../../layout/page.tsx';
import type { ScreenProps } from '../../screen.ts';
import { Now } from './now.tsx';
import { Timeline } from './timeline.tsx';

export function Presence({ section }: ScreenProps) {
  const [, navigate] = useLocation();
  return (
    <Page title={t('Presence')} description={t('People in chat apps, now and in the past week.')}>
      <Tabs
        value={section === 'time-line' ? section : 'now'}
        onChange={(tab) => navigate(tab === 'time-line' ? '/presence/time-line' : '/presence')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="now">{t('Now')}</Tabs.Tab>
          <Tabs.Tab value="time-line">{t('Time line')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="now">
          <Now />
        </Tabs.Panel>
        <Tabs.Panel value="time-line">
          <Timeline />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
