/** Reset targets of the demo: scenarios, and snapshots that someone saved. */
import { Badge, Button, Code, Group, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { offeredLanguages } from '../../../client/language.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Heading } from '../../components/heading.tsx';
import { demoAccountsQuery, type DemoAccountWire, type DemoWire, type ResetTarget } from '../../training/training.ts';
import { Snapshots } from './snapshots.tsx';

const scenarioTexts = perLanguage((): Record<string, { title: string; description: string }> => ({
  'small-office': {
    title: t('Small office'),
    description: t('A dozen people with their channels and two thousand messages from sixty days.'),
  },
  empty: { title: t('Empty'), description: t('An organization with its owner and nothing else.') },
  'busy-week': {
    title: t('Busy week'),
    description: t('Fifty people and thousands of messages from one week: long lists and many unread messages.'),
  },
  'edge-cases': {
    title: t('Edge cases'),
    description: t(
      'The longest names, empty topics, right-to-left text, huge messages and deactivated users: hard input for clients.',
    ),
  },
}));

export function Scenarios({ demo }: { demo: DemoWire }) {
  const reset = useReset();
  const { user_id: id } = useSession();
  const own = useQuery(demoAccountsQuery).data?.find((account) => account.user_id === id);
  const [chosen, setChosen] = useState<string | null>(null);
  const language = chosen ?? demo.language;
  const languages = offeredLanguages().filter(({ tag }) => demo.languages.includes(tag));
  return (
    <Stack gap="lg">
      <Text size="sm">
        {t(
          'After a reset, clients register again. You stay signed in to the console. The previous data is kept until the next reset.',
        )}
      </Text>
      <Select
        label={t('Language of the sample data')}
        description={t(
          'A reset keeps the language. Ids are the same in every language; the edge cases are always in English.',
        )}
        allowDeselect={false}
        maw={420}
        data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
        value={language}
        onChange={setChosen}
      />
      <ScenarioCards demo={demo} language={language} reset={reset} />
      <Snapshots
        demo={demo}
        resetting={reset.isPending ? (reset.variables.snapshot ?? '') : null}
        onReset={reset.mutate}
      />
      <SameByCall demo={demo} own={own} />
    </Stack>
  );
}

interface ScenarioCardsProps {
  demo: DemoWire;
  /** Tag of the language that is chosen. */
  language: string;
  reset: ReturnType<typeof useReset>;
}

function ScenarioCards({ demo, language, reset }: ScenarioCardsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {demo.scenarios.map(({ name, is_ready: isBuilt, ...english }) => {
        const { title, description } = scenarioTexts()[name] ?? english;
        const isReady = isBuilt && language === demo.language;
        const isCurrent = demo.snapshot === null && demo.scenario === name && language === demo.language;
        return (
          <Paper key={name} withBorder p="md" component="section" aria-label={title}>
            <Stack gap="xs" h="100%">
              <Group justify="space-between">
                <Heading>{title}</Heading>
                {isCurrent && <Badge variant="light">{t('Now')}</Badge>}
              </Group>
              <Text size="sm" flex={1}>
                {description}
              </Text>
              <Group justify="space-between">
                <Text size="xs" c="dimmed">
                  {isReady ? t('Ready: takes less than a second') : t('Built on first use: takes a few seconds')}
                </Text>
                <Button
                  size="xs"
                  variant={isCurrent ? 'filled' : 'default'}
                  loading={reset.isPending && reset.variables.scenario === name}
                  disabled={reset.isPending}
                  onClick={() => reset.mutate({ scenario: name, language, title })}
                  aria-label={isCurrent ? t('Reset {{title}}', { title }) : t('Switch to {{title}}', { title })}
                >
                  {isCurrent ? t('Reset') : t('Switch')}
                </Button>
              </Group>
            </Stack>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

function SameByCall({ demo, own }: { demo: DemoWire; own: DemoAccountWire | undefined }) {
  return (
    <Stack gap="xs">
      <Heading>{t('The same with one API call')}</Heading>
      <Text size="sm" c="dimmed">
        {t(
          'The call returns when the reset is complete. Ids, keys, texts and their order are always the same. The last day is {{lastDay}}.',
          { lastDay: demo.last_day },
        )}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {resetCall(demo, own?.email, 'YOUR_API_KEY')}
      </Code>
      <Group>
        <CopyText
          text={resetCall(demo, own?.email, own?.api_key)}
          label={t('Copy with your key')}
          caption={t('Copy with your key')}
        />
      </Group>
    </Stack>
  );
}

/** What is on a projector shows no key; what is copied has it. */
function resetCall({ scenario }: DemoWire, email = 'YOUR_EMAIL', key = 'YOUR_API_KEY'): string {
  return `curl -u ${email}:${key} ${window.location.origin}/api/v1/console/training/reset -d scenario=${scenario}`;
}

const undoTarget = perLanguage((): ResetTarget => ({
  snapshot: t('Before the last reset'),
  title: t('Previous data'),
}));
const shownMs = 12_000;

/** Puts the data back at once: what was there before is kept, and comes back by the notification's button. */
function useReset() {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: ({ scenario, language, snapshot }: ResetTarget) =>
      request('POST', '/console/training/reset', { scenario, language, snapshot }),
    // The button of the one before would undo this reset, not that one. It goes as this begins, so that it has left when this is reported.
    onMutate: () => notifications.clean(),
    onSuccess: ({ took_ms: took }, { title }) => {
      const id = `reset ${Date.now()}`;
      notifications.show({
        id,
        autoClose: shownMs,
        color: 'green',
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">
              {t('{{title}} restored in {{seconds}} s.', { title, seconds: (took / 1000).toFixed(1) })}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                notifications.hide(id);
                reset.mutate(undoTarget());
              }}
            >
              {t('Undo')}
            </Button>
          </Group>
        ),
      });
      // Whatever was shown is of other data.
      void client.invalidateQueries();
    },
    onError: (error) => notifications.show({ color: 'red', message: error.message }),
  });
  return reset;
}
