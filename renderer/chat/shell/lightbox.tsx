/** One picture of the view over everything: the next and the one before by keys or buttons, larger by a click, to be downloaded. */
import './lightbox.css';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../client/text.ts';
import { giveFocusTo } from '../../components/focus-return.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { closeLightbox, stepLightbox, type Lightbox as LightboxState } from '../kit/lightbox-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';

export function Lightbox({ lightbox }: { lightbox: LightboxState }) {
  const { pictures, index, from } = lightbox;
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = pictures[index];
  const [zoomed, setZoomed] = useState<string | null>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowRight') stepLightbox(document.dir === 'rtl' ? -1 : 1);
      if (key === 'ArrowLeft') stepLightbox(document.dir === 'rtl' ? 1 : -1);
    };
    shown?.addEventListener('keydown', onKey);
    return () => {
      shown?.removeEventListener('keydown', onKey);
      shown?.close();
      // Not before: what is below a dialog takes no focus.
      giveFocusTo(from);
    };
  }, [from]);
  if (picture === undefined) return null;
  const isZoomed = zoomed === picture.path;
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={picture.title}
      onCancel={(event) => {
        event.preventDefault();
        closeLightbox();
      }}
    >
      <header>
        <h2 className="cut">
          <bdi>{picture.title}</bdi>
        </h2>
        <span className="at-end">
          {pictures.length > 1 && t('{{number}} of {{count}}', { number: index + 1, count: pictures.length })}
        </span>
        <a
          className="tool"
          href={`${picture.path}?download=true`}
          download
          aria-label={t('Download')}
          title={t('Download')}
        >
          <LineIcon name="download" />
        </a>
        <ToolButton icon="close" label={t('Close')} onClick={closeLightbox} />
      </header>
      <button
        type="button"
        className={`lightbox-picture ${isZoomed ? 'is-zoomed' : ''}`}
        aria-label={isZoomed ? t('Fit to window') : t('Show full size')}
        onClick={() => setZoomed(isZoomed ? null : picture.path)}
      >
        <img key={picture.path} src={picture.path} alt={picture.title} />
      </button>
      {index > 0 && (
        <ToolButton
          icon="back"
          className="lightbox-step"
          label={t('Previous image')}
          onClick={() => stepLightbox(-1)}
        />
      )}
      {index < pictures.length - 1 && (
        <ToolButton
          icon="next"
          className="lightbox-step is-next"
          label={t('Next image')}
          onClick={() => stepLightbox(1)}
        />
      )}
    </dialog>
  );
}
