/** A Markdown text beside the field where it is written, as the server would show it. */
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../client/request.ts';
import { Rendered } from '../components/rendered.tsx';

const pauseMs = 250;

/** What a Markdown text would look like, a moment after the typing stops. */
export function MarkdownPreview({ text, label }: { text: string; label: string }) {
  const [content] = useDebouncedValue(text, pauseMs);
  const { data, error } = useQuery({
    queryKey: ['rendered', content],
    queryFn: async ({ signal }) => (await request('POST', '/messages/render', { content }, signal)).rendered,
    enabled: content.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  if (content.trim() === '') return null;
  if (error !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {error.message}
      </Text>
    );
  return <Rendered html={data ?? ''} label={label} />;
}
