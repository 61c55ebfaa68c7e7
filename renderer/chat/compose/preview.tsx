/** The words as they will look, drawn by the server. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import { useHtmlContext } from '../store/use-chat.ts';

export function Preview({ content }: { content: string }) {
  const context = useHtmlContext();
  const section = useRef<HTMLElement>(null);
  // The field, which had the focus, is gone.
  useEffect(() => section.current?.focus(), []);
  const { data, error } = useQuery({
    queryKey: ['preview', content],
    queryFn: ({ signal }) => request('POST', '/messages/render', { content }, signal),
    gcTime: 0,
  });
  return (
    <section ref={section} className="composer-preview" tabIndex={-1} aria-label={t('Preview')}>
      {error !== null && <p role="alert">{error.message}</p>}
      {data !== undefined && (
        <MessageBody html={data.rendered} context={context} onAction={() => undefined} onCopy={() => undefined} />
      )}
    </section>
  );
}
