/** Labs: what a trainer prepares, breaks and shows. Scenarios, faults, and benches for event queues, presence and webhooks. */
import { Tabs, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { richText } from '../../../client/rich-text.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Page } from '../../layout/page.tsx';
import type { ScreenProps } from '../../screen.ts';
import { watchedTrainingQuery, type DemoWire } from '../../training/training.ts';
import { FaultLab } from './fault-lab.tsx';
import { PresenceLab } from './presence-lab.tsx';
import { QueueLab } from './queue-lab.tsx';
import { Scenarios } from './scenarios.tsx';
import { WebhookLab } from './webhook-lab.tsx';

const tabs = perLanguage(
  () =>
    ({
      scenarios: t('Scenarios'),
      faults: t('Faults'),
      queue: t('Event queue'),
      presence: t('Presence'),
      webhooks: t('Webhooks'),
    }) as const,
);

export function Labs({ section }: ScreenProps) {
  return (
    <Page
      title={t('Labs')}
      description={t('Prepare a training, simulate faults, and explore the protocol step by step.')}
    >
      <OnlyInDemo>{(demo) => <Benches demo={demo} section={section} />}</OnlyInDemo>
    </Page>
  );
}

function Benches({ demo, section }: ScreenProps & { demo: DemoWire }) {
  const [, navigate] = useLocation();
  const tab = section in tabs() ? section : 'scenarios';
  return (
    <Tabs
      value={tab}
      onChange={(next) => navigate(next === 'scenarios' ? '/labs' : `/labs/${next ?? ''}`)}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {Object.entries(tabs()).map(([value, name]) => (
          <Tabs.Tab key={value} value={value}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="scenarios">
        <Scenarios demo={demo} />
      </Tabs.Panel>
      <Tabs.Panel value="faults">
        <FaultLab />
      </Tabs.Panel>
      <Tabs.Panel value="queue">
        <QueueLab />
      </Tabs.Panel>
      <Tabs.Panel value="presence">
        <PresenceLab />
      </Tabs.Panel>
      <Tabs.Panel value="webhooks">
        <WebhookLab />
      </Tabs.Panel>
    </Tabs>
  );
}

/** What stands in the place of a training's tools where the organization is a real one. @param children what is shown in a demo. */
function OnlyInDemo({ children }: { children: (demo: DemoWire) => ReactNode }) {
  const { data, error, refetch } = useQuery(watchedTrainingQuery);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.demo === null)
    return (
      <Nothing title={t('Only with sample data')}>
        {richText(
          'These tools change and break data on purpose. Use them in a demo, which has a separate data folder: <code>npm run demo</code>',
          {},
          { code: <Code>{''}</Code> },
        )}
      </Nothing>
    );
  return children(data.demo);
}
