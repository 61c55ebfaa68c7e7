/** One picture of the view over everything: the next and the one before, larger, turned, saved, by keys or buttons. */
import './lightbox.css';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { t } from '../../client/text.ts';
import { giveFocusTo } from '../../components/focus-return.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { closeLightbox, stepLightbox, type Lightbox as LightboxState, type Picture } from '../kit/lightbox-store.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { nextScale, pictureSize, type Look } from './lightbox-size.ts';

const asItFits: Look = { scale: null, turns: 0 };

export function Lightbox({ lightbox }: { lightbox: LightboxState }) {
  const { pictures, index, from } = lightbox;
  const dialog = useRef<HTMLDialogElement>(null);
  const save = useRef<HTMLAnchorElement>(null);
  const picture = pictures[index];
  const view = useView(dialog, picture?.path ?? '');
  useKeys(dialog, from, {
    '+': () => view.zoom(1),
    '=': () => view.zoom(1),
    '-': () => view.zoom(-1),
    '0': () => view.change(asItFits),
    r: () => view.turn(1),
    R: () => view.turn(-1),
    s: () => save.current?.click(),
    Home: () => stepLightbox(-pictures.length),
    End: () => stepLightbox(pictures.length),
  });
  if (picture === undefined) return null;
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
      <LightboxHead lightbox={lightbox} picture={picture} view={view} save={save} />
      <PictureButton picture={picture} view={view} />
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

interface HeadProps {
  lightbox: LightboxState;
  picture: Picture;
  view: View;
  save: RefObject<HTMLAnchorElement | null>;
}

function LightboxHead({ lightbox: { pictures, index }, picture, view, save }: HeadProps) {
  return (
    <header>
      <h2 className="cut">
        <bdi>{picture.title}</bdi>
      </h2>
      <span className="at-end">
        {pictures.length > 1 && t('{{number}} of {{count}}', { number: index + 1, count: pictures.length })}
      </span>
      <ToolButton icon="minus" label={t('Zoom out')} keys="-" onClick={() => view.zoom(-1)} />
      <ToolButton icon="plus" label={t('Zoom in')} keys="+" onClick={() => view.zoom(1)} />
      <ToolButton icon="retry" label={t('Rotate')} keys="r" onClick={() => view.turn(1)} />
      <a
        ref={save}
        className="tool"
        href={`${picture.path}?download=true`}
        download
        aria-label={t('Download')}
        aria-keyshortcuts="s"
        title={t('Download')}
      >
        <LineIcon name="download" />
      </a>
      <ToolButton icon="close" label={t('Close')} onClick={closeLightbox} />
    </header>
  );
}

function PictureButton({ picture, view }: { picture: Picture; view: View }) {
  const { look, size } = view;
  const isZoomed = look.scale !== null;
  return (
    <button
      type="button"
      className={`lightbox-picture ${isZoomed ? 'is-zoomed' : ''}`}
      aria-label={isZoomed ? t('Fit to window') : t('Show full size')}
      onClick={() => view.change({ scale: isZoomed ? null : Math.max(1, nextScale(size.scale, 1)) })}
      onWheel={({ ctrlKey, deltaY }) => {
        if (ctrlKey && deltaY !== 0) view.zoom(deltaY < 0 ? 1 : -1);
      }}
    >
      <span style={{ inlineSize: size.width, blockSize: size.height }}>
        <img
          key={picture.path}
          src={picture.path}
          alt={picture.title}
          style={{ transform: `translate(-50%, -50%) rotate(${look.turns * 90}deg)`, ...size.image }}
          onLoad={view.onLoad}
        />
      </span>
    </button>
  );
}

type View = ReturnType<typeof useView>;

/** How the picture is looked at, and its size on the screen. */
function useView(dialog: RefObject<HTMLDialogElement | null>, path: string) {
  const [shown, setShown] = useState<Look & { path: string }>({ ...asItFits, path: '' });
  // Another picture begins as it fits.
  const look: Look = shown.path === path ? shown : asItFits;
  const change = (changes: Partial<Look>): void => setShown({ ...look, ...changes, path });
  const [room, natural] = [useRoom(dialog), useNatural(path)];
  const size = pictureSize(natural.size, room, look);
  return {
    look,
    size,
    change,
    zoom: (by: 1 | -1): void => change({ scale: nextScale(size.scale, by) }),
    turn: (by: 1 | -1): void => change({ turns: look.turns + by }),
    onLoad: natural.onLoad,
  };
}

/** Opens the dialog, with its keys. @param from gets the focus back. */
function useKeys(
  dialog: RefObject<HTMLDialogElement | null>,
  from: HTMLElement,
  acts: Readonly<Record<string, () => void>>,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const forward = document.dir === 'rtl' ? -1 : 1;
    const act =
      event.key === 'ArrowRight'
        ? () => stepLightbox(forward)
        : event.key === 'ArrowLeft'
          ? () => stepLightbox(-forward)
          : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    const onKey = (event: KeyboardEvent): void => press(event);
    opened?.addEventListener('keydown', onKey);
    return () => {
      opened?.removeEventListener('keydown', onKey);
      opened?.close();
      // Not before: what is below a dialog takes no focus.
      giveFocusTo(from);
    };
  }, [dialog, from]);
}

/** Pixels of the picture, once it is loaded. */
function useNatural(path: string) {
  const [loaded, setLoaded] = useState({ path: '', width: 0, height: 0 });
  return {
    size: loaded.path === path ? loaded : { width: 0, height: 0 },
    onLoad({ currentTarget: image }: { currentTarget: HTMLImageElement }): void {
      setLoaded({ path, width: image.naturalWidth, height: image.naturalHeight });
    },
  };
}

/** Pixels in which a picture has to fit: the dialog without its head. */
function useRoom(dialog: RefObject<HTMLDialogElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const place = dialog.current?.querySelector('.lightbox-picture') ?? null;
    if (place === null) return undefined;
    const look = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    look.observe(place);
    return () => look.disconnect();
  }, [dialog]);
  return room;
}
