/** Draws the chosen part of a picture as a file. */
import { drawnName, drawnSide, drawnType, isUncropped, type ChosenArea } from './crop-area.ts';

/** Pixels of a side: twice the largest size in which the server keeps a picture. */
const mostSide = 1000;
const jpegQuality = 0.92;

interface CutRules {
  /** Whether the server takes the middle of a picture that is not square. */
  cutsMiddle: boolean;
  /** Bytes that the server takes: a larger file is drawn smaller. */
  mostBytes: number;
}

/**
 * @returns the file as it was chosen where nothing is cut off and it is small enough, else its part, upright and square.
 * A browser that cannot draw it gives the file as well: the server may read it, or says why not.
 */
export async function cutPicture(file: File, chosen: ChosenArea, { cutsMiddle, mostBytes }: CutRules): Promise<File> {
  if (file.size <= mostBytes && isUncropped(chosen, cutsMiddle)) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await drawn(file, image, chosen);
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function drawn(file: File, image: HTMLImageElement, { area }: ChosenArea): Promise<File> {
  const canvas = document.createElement('canvas');
  const side = drawnSide(area, mostSide);
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const type = drawnType(file.type);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, jpegQuality));
  if (blob === null) throw new Error('This browser cannot draw pictures.');
  return new File([blob], drawnName(file.name, type), { type });
}
