/** Size of a picture in the lightbox: as it fits, or by a scale, turned or not. Pure. */

export interface Size {
  width: number;
  height: number;
}

export interface Look {
  /** Pixels on the screen for a pixel of the picture; null: as it fits. */
  scale: number | null;
  /** Quarter turns to the right. */
  turns: number;
}

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** @returns the next larger or smaller scale. */
export function nextScale(scale: number, by: 1 | -1): number {
  const beyond = by === 1 ? steps.find((step) => step > scale * 1.01) : steps.findLast((step) => step < scale / 1.01);
  return beyond ?? (by === 1 ? steps.at(-1) : steps[0]) ?? scale;
}

/** @returns the scale, the place that the turned picture takes, and the size of the picture before it is turned. */
export function pictureSize(
  natural: Size,
  room: Size,
  { scale, turns }: Look,
): Size & { scale: number; image: Size | undefined } {
  const isAcross = turns % 2 !== 0;
  const turned = isAcross ? { width: natural.height, height: natural.width } : natural;
  if (natural.width === 0 || natural.height === 0) return { width: 0, height: 0, scale: 1, image: undefined };
  const fitting = Math.min(1, room.width / turned.width, room.height / turned.height);
  const used = scale ?? fitting;
  const image = { width: natural.width * used, height: natural.height * used };
  return { scale: used, width: turned.width * used, height: turned.height * used, image };
}
