/** Response view: status, time, headers, body. */
import { Alert, Button, Collapse, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { t } from '../../../client/text.ts';
import { StatusBadge } from '../../api-calls/badges.tsx';
import type { Answer } from '../../api-calls/call.ts';
import { FactList } from '../../components/fact-list.tsx';
import { Heading } from '../../components/heading.tsx';
import { JsonText, TextBlock } from '../../components/json-text.tsx';

interface AnswerViewProps {
  answer: Answer | null;
  problem: string | null;
  isWaiting: boolean;
  /** What a success may look like, until there is one; null where it is no JSON. */
  example: unknown;
  onEffects: (requestId: string) => void;
}

export function AnswerView({ answer, problem, isWaiting, example, onEffects }: AnswerViewProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Response')}>
      <Stack gap="sm" aria-live="polite">
        <Group justify="space-between">
          <Heading>{t('Response')}</Heading>
          {isWaiting && <Loader size="xs" aria-label={t('Waiting for the response')} />}
          {answer !== null && !isWaiting && (
            <Group gap="xs">
              <StatusBadge status={answer.status} text={answer.statusText} />
              <Text size="sm" c="dimmed">
                {t('{{ms}} ms', { ms: answer.ms })}
              </Text>
            </Group>
          )}
        </Group>
        {problem !== null && (
          <Alert color="red" p="xs">
            {problem}
          </Alert>
        )}
        {answer === null && problem === null && (
          <>
            <Text size="sm" c="dimmed">
              {t('Send the request to see the response here and on the time line.')}
            </Text>
            {example !== null && (
              <>
                <Text size="sm" fw={600}>
                  {t('Example of a successful response')}
                </Text>
                <JsonText value={example} label={t('the example')} />
              </>
            )}
          </>
        )}
        {answer !== null && (
          <>
            <TextBlock text={answer.body === '' ? t('(empty)') : answer.body} label={t('the response')} />
            <Effects answer={answer} onEffects={onEffects} />
            <Headers headers={answer.headers} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** The way to the events that the request announced, on the time line. */
function Effects({ answer, onEffects }: { answer: Answer; onEffects: (requestId: string) => void }) {
  const requestId = answer.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
  if (requestId === undefined) return null;
  return (
    <Group>
      <Button variant="default" size="compact-sm" onClick={() => onEffects(requestId)}>
        {t('Show resulting events')}
      </Button>
    </Group>
  );
}

function Headers({ headers }: { headers: [string, string][] }) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" size="compact-sm" onClick={toggle} aria-expanded={opened}>
          {opened ? t('Hide headers') : t('{{count}} headers', { count: headers.length })}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <FactList facts={headers} />
      </Collapse>
    </Stack>
  );
}
