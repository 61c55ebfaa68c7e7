/** A file over the view: the beginning of a text, and a PDF by the browser's own viewer, in a frame that the server sandboxes. */
import './lightbox.css';
import './file-preview.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { giveFocusTo } from '../../components/focus-return.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { canFramePdf, closeFilePreview, isPdf, type FilePreview as Shown } from '../kit/file-preview-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';

/** No more of a text is loaded. Bytes. */
const shownBytes = 256 * 1024;

export function FilePreview({ file }: { file: Shown }) {
  const { path, title, from } = file;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      // Not before: what is below a dialog takes no focus.
      giveFocusTo(from);
    };
  }, [from]);
  return (
    <dialog
      ref={dialog}
      className="lightbox file-preview"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        closeFilePreview();
      }}
    >
      <header>
        <h2 className="cut">
          <bdi>{title}</bdi>
        </h2>
        <a
          className="tool at-end"
          href={path}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('Open in a new tab')}
          title={t('Open in a new tab')}
        >
          <LineIcon name="forward" />
        </a>
        <a className="tool" href={`${path}?download=true`} download aria-label={t('Download')} title={t('Download')}>
          <LineIcon name="download" />
        </a>
        <ToolButton icon="close" label={t('Close')} onClick={closeFilePreview} />
      </header>
      {isPdf(path) ? <PdfFrame path={path} title={title} /> : <TextFile path={path} title={title} />}
    </dialog>
  );
}

function PdfFrame({ path, title }: { path: string; title: string }) {
  if (!canFramePdf())
    return (
      <p className="file-preview-note">
        {t('This browser cannot show PDF files inside the page. Open it in a new tab or download it.')}
      </p>
    );
  return (
    <div
      className="file-preview-frame"
      ref={(place) => {
        if (place === null) return;
        // The header of the file sandboxes it; in a frame with the attribute browsers show no document.
        const frame = document.createElement('iframe');
        frame.src = path;
        frame.title = title;
        place.replaceChildren(frame);
      }}
    />
  );
}

async function beginningOf(path: string, signal: AbortSignal): Promise<{ text: string; size: number }> {
  const answer = await fetch(path, { headers: { Range: `bytes=0-${shownBytes - 1}` }, signal });
  if (answer.status === 404) throw new Error(t('This file was deleted.'));
  // An empty file has no part to ask for.
  if (answer.status === 416) return { text: '', size: 0 };
  if (!answer.ok) throw new Error(t('The server returned status {{status}}.', { status: answer.status }));
  const bytes = await answer.arrayBuffer();
  const size = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? bytes.byteLength);
  return { text: new TextDecoder().decode(bytes.slice(0, shownBytes)), size };
}

function TextFile({ path, title }: { path: string; title: string }) {
  const { data, error } = useQuery({
    queryKey: ['file-text', path],
    queryFn: ({ signal }) => beginningOf(path, signal),
    retry: false,
    gcTime: 0,
  });
  if (error !== null)
    return (
      <p role="alert" className="file-preview-note">
        {error.message}
      </p>
    );
  if (data === undefined) return <p className="file-preview-note">{t('Loading…')}</p>;
  return (
    <>
      <textarea className="file-preview-text" readOnly aria-label={title} dir="auto" value={data.text} />
      {data.size > shownBytes && (
        <p className="file-preview-note">
          {t('The first {{part}} of {{size}} are shown.', { part: sizeText(shownBytes), size: sizeText(data.size) })}
        </p>
      )}
    </>
  );
}
