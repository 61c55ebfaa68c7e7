/** The words as they will look, drawn by the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import { useHtmlContext } from '../store/use-chat.ts';

/** The server is asked again so long after the last key. Milliseconds. */
const quietMs = 400;

interface LivePreviewProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** @returns the Markdown of the message. */
  content: () => string;
}

/** Beside the field: it follows what is written. */
export function LivePreview({ field, content }: LivePreviewProps) {
  const [shown, setShown] = useState(content);
  const look = useEffectEvent(() => setShown(content()));
  useEffect(() => {
    const element = field.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => look(), quietMs);
    };
    element?.addEventListener('input', wait);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('input', wait);
    };
  }, [field]);
  return shown.trim() === '' ? (
    <section className="composer-preview" aria-label={t('Preview')} />
  ) : (
    <Rendered content={shown} />
  );
}

export function Preview({ content }: { content: string }) {
  return <Rendered content={content} takesFocus />;
}

function Rendered({ content, takesFocus = false }: { content: string; takesFocus?: boolean }) {
  const context = useHtmlContext();
  const section = useRef<HTMLElement>(null);
  // The field, which had the focus, is gone.
  useEffect(() => {
    if (takesFocus) section.current?.focus();
  }, [takesFocus]);
  const { data, error } = useQuery({
    queryKey: ['preview', content],
    queryFn: ({ signal }) => request('POST', '/messages/render', { content }, signal),
    gcTime: 0,
    placeholderData: keepPreviousData,
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
