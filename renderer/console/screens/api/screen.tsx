/** The API, to try and to watch: every operation as a form, and the time line of requests and what came of them. */
import { Button, Group, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { addressOf } from '../../api-calls/catalogue.ts';
import { asYourself } from '../../api-calls/send-as.tsx';
import { Page } from '../../layout/page.tsx';
import type { ScreenProps } from '../../screen.ts';
import { keepDraft } from './drafts.ts';
import { Explorer } from './explorer.tsx';
import { TimeLine } from './time-line.tsx';

const title = 'API';
const description = perLanguage(() => t('Try API operations and watch requests.'));

export function Api({ section }: ScreenProps) {
  return (
    <Page
      title={title}
      description={description()}
      actions={
        <Group gap="xs">
          <Button component="a" href="/api/docs" target="_blank" variant="default">
            {t('API reference')}
          </Button>
          <Button component="a" href="/api/openapi.json" download="openapi.json" variant="default">
            {t('OpenAPI file')}
          </Button>
        </Group>
      }
    >
      <Content section={section} />
    </Page>
  );
}

const timeLine = 'time-line';

/** @param section "time-line", or the address of an operation: "GET/users/:user_id". */
function Content({ section }: ScreenProps) {
  const [, navigate] = useLocation();
  const { user_id: me } = useSession();
  // A user who goes on with another operation, or comes back from the time line, stays the same person.
  const [sender, setSender] = useState(asYourself);
  const [requestId, setRequestId] = useState('');
  // A user who comes back from the time line finds the operation that they left.
  const [left, setLeft] = useState('');
  const isTimeLine = section === timeLine;
  if (!isTimeLine && section !== left) setLeft(section);
  return (
    <Tabs
      value={isTimeLine ? timeLine : 'operations'}
      onChange={(tab) => {
        setRequestId('');
        navigate(tab === timeLine ? `/api/${timeLine}` : `/api/${left}`);
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="operations">{t('Operations')}</Tabs.Tab>
        <Tabs.Tab value={timeLine}>{t('Time line')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="operations">
        <Explorer
          section={section}
          sender={sender}
          onSender={setSender}
          onEffects={(id) => {
            setRequestId(id);
            navigate(`/api/${timeLine}`);
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value={timeLine}>
        <TimeLine
          requestId={requestId}
          onReplay={(wanted) => {
            keepDraft(me, wanted, wanted.values);
            navigate(addressOf(wanted));
          }}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
