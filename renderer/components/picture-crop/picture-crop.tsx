/** Choosing the square part of a picture: by dragging, wheel, pinch or keys. */
import 'react-easy-crop/react-easy-crop.css';
import { useCallback, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { numberFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { useObjectUrl } from '../object-url.ts';
import { leastZoom, mostZoom, zoomAfterKey, zoomKeys, type ChosenArea } from './crop-area.ts';
import classes from './picture-crop.module.css';

interface PictureCropProps {
  file: File;
  onChange: (chosen: ChosenArea) => void;
  /** The browser cannot show the file. */
  onUnreadable: () => void;
}

export function PictureCrop({ file, onChange, onUnreadable }: PictureCropProps) {
  const url = useObjectUrl(file);
  const hint = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(leastZoom);
  // The library reports the size of the picture and the area in either order, the area only once while no one moves it.
  const known = useRef<Partial<ChosenArea>>({});
  const note = (news: Partial<ChosenArea>): void => {
    known.current = { ...known.current, ...news };
    const { area, picture } = known.current;
    if (area !== undefined && picture !== undefined) onChange({ area, picture });
  };
  const listen = useCallback((element: HTMLElement | null) => zoomByKeys(element, setZoom), []);
  return (
    <div ref={listen}>
      {/* Positions are pixels from the left in every language. */}
      <div className={classes.stage} dir="ltr">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={leastZoom}
          maxZoom={mostZoom}
          aspect={1}
          keyboardStep={8}
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: classes.area ?? '' }}
          mediaProps={{ onError: onUnreadable }}
          cropperProps={{ role: 'application', 'aria-label': t('Crop area'), 'aria-describedby': hint }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onMediaLoaded={({ naturalWidth, naturalHeight }) =>
            note({ picture: { width: naturalWidth, height: naturalHeight } })
          }
          onCropAreaChange={(_, area) => note({ area })}
        />
      </div>
      <p id={hint} className={classes.hint}>
        {t('Drag the picture, or press the arrow keys. Zoom with the slider, the mouse wheel or + and -.')}
      </p>
      <label className={classes.zoom}>
        <span>{t('Zoom')}</span>
        <input
          type="range"
          min={leastZoom}
          max={mostZoom}
          step={0.1}
          value={zoom}
          aria-valuetext={numberFormat({ style: 'percent' }).format(zoom)}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </label>
    </div>
  );
}

/** Zooms by + and -, wherever the focus is below `element`. @returns how to stop */
function zoomByKeys(element: HTMLElement | null, setZoom: (change: (zoom: number) => number) => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || !zoomKeys.has(event.key)) return;
    event.preventDefault();
    setZoom((zoom) => zoomAfterKey(event.key, zoom));
  };
  element?.addEventListener('keydown', onKey);
  return () => element?.removeEventListener('keydown', onKey);
}
