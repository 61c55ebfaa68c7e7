/**
 * The picture of a user who has uploaded none: drawn here from the user's id alone, so that it is the same everywhere
 * and needs no network.
 */
import { createHash } from 'node:crypto';
import { drawPicture } from './picture-process.ts';

const cells = 5;

/** @returns a square PNG: a pattern of cells, mirrored left to right, in a colour of its own. */
export async function defaultPicture(seed: string, side: number): Promise<Buffer> {
  const digest = createHash('sha256').update(`picture ${seed}`).digest();
  const hue = Math.round(((digest[0] ?? 0) * 360) / 256);
  const squares: string[] = [];
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const mirrored = Math.min(column, cells - 1 - column);
      if ((digest[1 + row * 3 + mirrored] ?? 0) % 2 === 1)
        squares.push(`<rect x="${column + 0.5}" y="${row + 0.5}" width="1.02" height="1.02"/>`);
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 6 6"><rect width="6" height="6" fill="hsl(${hue},45%,90%)"/><g fill="hsl(${hue},55%,42%)">${squares.join('')}</g></svg>`;
  return drawPicture(Buffer.from(svg), [['png', { compressionLevel: 9 }]]);
}
