/** Shows at once what a text and a topic would become: with the saved linkifiers, and with the one being written. */
import { Anchor, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { perLanguage, t } from '../../../client/text.ts';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';
import { Rendered } from '../../components/rendered.tsx';
import { testQuery, type Draft, type Tested } from './linkifiers.ts';

const pauseMs = 200;

export interface Sample {
  content: string;
  topic: string;
}

export const firstSample = perLanguage((): Sample => ({
  content: t('See #1234 and TICKET-56, please.'),
  topic: 'about #1234',
}));

/** What the server says of a sample, a moment after the typing stops. */
export function useTested(draft: Draft | null, sample: Sample): { tested: Tested | undefined; error: Error | null } {
  const [settled] = useDebouncedValue({ draft, sample }, pauseMs);
  const { data, error } = useQuery(testQuery(settled.draft, settled.sample.content, settled.sample.topic));
  return { tested: data, error };
}

interface TesterProps {
  tested: Tested | undefined;
  error: Error | null;
  sample: Sample;
  onSample: (sample: Sample) => void;
}

export function Tester({ tested, error, sample, onSample }: TesterProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Stack gap="sm">
        <Textarea
          label={t('Test text')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          value={sample.content}
          onChange={(event) => onSample({ ...sample, content: event.currentTarget.value })}
        />
        <TextInput
          label={t('Test topic')}
          maxLength={60}
          value={sample.topic}
          onChange={(event) => onSample({ ...sample, topic: event.currentTarget.value })}
        />
      </Stack>
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('Message')}
          </Text>
          <Rendered html={tested?.rendered ?? ''} label={t('Message preview')} />
        </div>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('Topic links')}
          </Text>
          <TopicLinks links={tested?.topic_links ?? []} />
        </div>
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
      </Stack>
    </SimpleGrid>
  );
}

function TopicLinks({ links }: { links: Tested['topic_links'] }) {
  if (links.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('None.')}
      </Text>
    );
  return (
    <List size="sm" aria-label={t('Topic links')}>
      {[...new Map(links.map((link) => [link.url, link])).values()].map(({ text, url }) => (
        <List.Item key={url} style={{ overflowWrap: 'anywhere' }}>
          {text}:{' '}
          <Anchor href={url} inherit>
            {url}
          </Anchor>
        </List.Item>
      ))}
    </List>
  );
}
