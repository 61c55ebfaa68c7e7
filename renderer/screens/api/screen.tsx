/** The API, to try and to watch: every operation as a form, and the time line of requests and what came of them. */
import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Page } from '../../parts/page.tsx';
import type { ScreenProps } from '../../screens.tsx';
import { Explorer } from './explorer.tsx';
import type { Values } from './catalogue.ts';
import { TimeLine } from './time-line.tsx';

const title = 'API';
const description = 'Try every operation, and watch what requests do.';

/** A request of the time line that is to be sent again. */
export interface Replay {
  method: string;
  path: string;
  values: Values;
}

export function Api({ section }: ScreenProps) {
  return (
    <Page
      title={title}
      description={description}
      actions={
        <Button component="a" href="/api/v1/console/openapi.json" download="openapi.json" variant="default">
          OpenAPI file
        </Button>
      }
    >
      <Content section={section} />
    </Page>
  );
}

function Content({ section }: ScreenProps) {
  const [, navigate] = useLocation();
  const [replay, setReplay] = useState<Replay | null>(null);
  const [requestId, setRequestId] = useState('');
  const open = (tab: string | null): void => navigate(tab === 'time-line' ? '/api/time-line' : '/api');
  return (
    <Tabs
      value={section === 'time-line' ? section : 'operations'}
      onChange={(tab) => {
        setRequestId('');
        open(tab);
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="operations">Operations</Tabs.Tab>
        <Tabs.Tab value="time-line">Time line</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="operations">
        <Explorer
          replay={replay}
          onEffects={(id) => {
            setRequestId(id);
            open('time-line');
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="time-line">
        <TimeLine
          requestId={requestId}
          onReplay={(wanted) => {
            setReplay(wanted);
            open('operations');
          }}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
