/** A text as a message would show it. The HTML is the server's own, made and cleaned by its Markdown renderer. */
import { Paper, Text, Typography } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { request } from '../client/request.ts';
import classes from './rendered.module.css';

const pauseMs = 250;

/** @param html from POST /messages/render, or a field of the API that is documented as rendered. */
export function Rendered({ html, label }: { html: string; label: string }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={label} aria-live="polite" mih={48}>
      <Typography
        fz="sm"
        className={classes['rendered']}
        style={{ overflowWrap: 'anywhere' }}
        // The server escapes everything that a person wrote (server/markdown).
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Paper>
  );
}

/** What a Markdown text would look like, a moment after the typing stops. */
export function MarkdownPreview({ text, label }: { text: string; label: string }) {
  const [content] = useDebouncedValue(text, pauseMs);
  const { data, error } = useQuery({
    queryKey: ['rendered', content],
    queryFn: async ({ signal }) =>
      (await request<{ rendered: string }>('POST', '/messages/render', { content }, signal)).rendered,
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
