/** The part of a picture that a user chose, in numbers. Pure. */

/** Pixels of a picture as it is shown, which is after its EXIF orientation. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A part of a picture, in its pixels. */
export interface PictureArea extends PictureSize {
  x: number;
  y: number;
}

export interface ChosenArea {
  area: PictureArea;
  picture: PictureSize;
}

export const leastZoom = 1;
export const mostZoom = 5;
/** One press of a key. */
const zoomStep = 0.2;
/** Pixels by which a part may differ through rounding. */
const tolerance = 1;

/**
 * Whether the file itself can be sent, byte for byte: then a moving picture keeps moving, and nothing is compressed twice.
 * @param cutsMiddle whether the server takes the middle of a picture that is not square.
 */
export function isUncropped({ area, picture }: ChosenArea, cutsMiddle: boolean): boolean {
  const side = Math.min(picture.width, picture.height);
  const isSquare = Math.abs(picture.width - picture.height) <= tolerance;
  if (!isSquare && !cutsMiddle) return false;
  return (
    isNear(area.width, side) &&
    isNear(area.height, side) &&
    isNear(area.x, (picture.width - side) / 2) &&
    isNear(area.y, (picture.height - side) / 2)
  );
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= tolerance;

const zoomSteps: ReadonlyMap<string, number> = new Map([
  ['+', zoomStep],
  // The key of the plus, without Shift.
  ['=', zoomStep],
  ['-', -zoomStep],
]);

/** Keys that zoom, as `KeyboardEvent.key` names them. */
export const zoomKeys: ReadonlySet<string> = new Set(zoomSteps.keys());

/** @returns the zoom after a key. */
export const zoomAfterKey = (key: string, zoom: number): number => withinLimits(zoom + (zoomSteps.get(key) ?? 0));

const withinLimits = (zoom: number): number => Math.min(mostZoom, Math.max(leastZoom, zoom));

/** @returns pixels of the side of what is drawn: never more than there are, nor more than are of use. */
export function drawnSide({ width }: PictureArea, mostSide: number): number {
  return Math.max(1, Math.min(Math.round(width), mostSide));
}

/** @returns the type in which a part is drawn: photos stay photos, all else keeps what is transparent. */
export const drawnType = (type: string): 'image/jpeg' | 'image/png' => (type === 'image/jpeg' ? type : 'image/png');

/** @returns the name of a part of a file. */
export function drawnName(name: string, type: 'image/jpeg' | 'image/png'): string {
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}${type === 'image/jpeg' ? '.jpg' : '.png'}`;
}
