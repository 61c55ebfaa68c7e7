/**
 * The demo's files: small pictures, a sound, a film, tables and texts, drawn and written here, put on disk as uploads are. Their rows are
 * written later, by the user who shares them.
 */
import { join } from 'node:path';
import type { ChatServices } from '../domain/acting.ts';
import { newPathId, type NewAttachment } from '../domain/attachments/edit.ts';
import { mkdir, rm, writeFile } from '../file-access.ts';
import { incomingUploadsDir, keepUpload, storedName } from '../uploads/files.ts';
import { drawPicture } from '../uploads/picture-process.ts';
import { keepEmoji } from '../uploads/pictures.ts';
import { kindOfFile } from '../uploads/types.ts';
import { film } from './film.ts';
import type { EmojiFiles } from './setup.ts';
import type { DemoTexts } from './texts.ts';

const width = 480;
const height = 300;

/** Keeps every named file. @returns what is known of each, by name. */
export async function keepFiles(
  services: ChatServices,
  names: readonly string[],
  texts: DemoTexts,
): Promise<Map<string, NewAttachment>> {
  const kept = new Map<string, NewAttachment>();
  await withTemporaryFolder(services, async (folder) => {
    for (const name of names) {
      const bytes = await contentOf(name, texts);
      const source = join(folder, name);
      await writeFile(source, bytes);
      const stored = storedName(name);
      const kind = await kindOfFile(source, stored.fileName, 'application/octet-stream');
      const pathId = newPathId(services, stored.fileName);
      await keepUpload(services.options.dataDir, source, pathId, { how: 'move', size: bytes.length });
      kept.set(name, { pathId, name: stored.name, size: bytes.length, ...kind });
    }
  });
  return kept;
}

/** Draws the organization's own emoji. */
export async function keepOwnEmoji(services: ChatServices): Promise<EmojiFiles[]> {
  const drawings = {
    daybook:
      '<rect x="8" y="6" width="48" height="52" rx="6" fill="#b0542d"/><rect x="16" y="14" width="32" height="36" rx="3" fill="#fff6e6"/><path d="M20 24h24M20 32h24M20 40h14" stroke="#b0542d" stroke-width="4" stroke-linecap="round"/>',
    wren: '<ellipse cx="34" cy="36" rx="20" ry="16" fill="#8a5a3b"/><circle cx="18" cy="26" r="10" fill="#8a5a3b"/><path d="M2 26l8-4v8z" fill="#e0a030"/><path d="M50 30L62 10L56 36z" fill="#6b4329"/><circle cx="16" cy="24" r="2.5" fill="#111"/>',
    flour:
      '<path d="M16 10h32l4 48H12z" fill="#f4ecd8" stroke="#b99b66" stroke-width="3"/><path d="M16 10q16 10 32 0" fill="none" stroke="#b99b66" stroke-width="3"/><circle cx="32" cy="36" r="9" fill="#e0b25a"/>',
  };
  const made: EmojiFiles[] = [];
  await withTemporaryFolder(services, async (folder) => {
    for (const [name, drawing] of Object.entries(drawings)) {
      const source = join(folder, `${name}.png`);
      await writeFile(source, await picture(64, 64, drawing));
      made.push({ name, files: await keepEmoji(services.options.dataDir, source, services.random) });
    }
  });
  return made;
}

async function withTemporaryFolder(services: ChatServices, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(incomingUploadsDir(services.options.dataDir), 'demo');
  await mkdir(folder, { recursive: true });
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function contentOf(name: string, texts: DemoTexts): Promise<Buffer> {
  if (name.endsWith('.gif')) return movingPicture();
  if (name.endsWith('.webm')) return turningFilm();
  if (name.endsWith('.wav')) return bell();
  if (name.endsWith('.png')) return picture(width, height, drawingOf(name.slice(0, -4)));
  return Buffer.from(texts.text('files', name));
}

/** A clock with its hand at an angle, 120 wide and high. */
const clockAt = (degrees: number): string =>
  `<rect width="120" height="120" fill="#fff6e6"/><circle cx="60" cy="60" r="50" fill="none" stroke="#b0542d" stroke-width="6"/><path d="M60 60V22" stroke="#6b4329" stroke-width="6" stroke-linecap="round" transform="rotate(${degrees} 60 60)"/>`;

/** A hand that turns once around its clock. */
async function movingPicture(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 12 }, async (_, hour) => picture(120, 120, clockAt(hour * 30))),
  );
  return drawPicture(frames, [['gif', { delay: frames.map(() => 100), loop: 0 }]], { join: { animated: true } });
}

/** The same for four seconds, larger, as a film. */
async function turningFilm(): Promise<Buffer> {
  const size = { width: 320, height: 240 };
  const drawing = (turn: number): string =>
    `<rect width="320" height="240" fill="#fff6e6"/><g transform="translate(40 0) scale(2)">${clockAt(turn)}</g>`;
  const frames = await Promise.all(
    Array.from({ length: 40 }, async (_, index) =>
      drawPicture(await picture(size.width, size.height, drawing(index * 18)), [
        ['removeAlpha'],
        ['webp', { quality: 70 }],
      ]),
    ),
  );
  return film(frames, size, 100);
}

/** A second of a tone that fades: WAV, 8000 samples of one byte. */
function bell(): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  const samples = Array.from({ length: rate }, (_, at) =>
    Math.round(128 + 100 * Math.exp((-4 * at) / rate) * Math.sin((2 * Math.PI * 660 * at) / rate)),
  );
  return Buffer.concat([header, Buffer.from(samples)]);
}

async function picture(wide: number, high: number, drawing: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">${drawing}</svg>`;
  return drawPicture(Buffer.from(svg), [['png', { compressionLevel: 9 }]]);
}

/** A view over hills, water and sky, or a page of the program: without letters, which would need fonts. */
function drawingOf(name: string): string {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991, 7);
  if (/fog|lights|bicycle|honey|crane|sourdough|wall|label/.test(name)) return landscape(seed, name.includes('lights'));
  return page(seed, name.includes('dark'));
}

function landscape(seed: number, isNight: boolean): string {
  const hue = seed % 360;
  const [sky, glow, ground] = isNight
    ? ['#0b1030', 'hsl(150,80%,60%)', '#05060f']
    : [`hsl(${hue},45%,85%)`, `hsl(${(hue + 40) % 360},70%,75%)`, `hsl(${hue},30%,40%)`];
  const hills = [0, 1, 2].map((layer) => {
    const top = 150 + layer * 40;
    const bend = 30 + ((seed >> layer) % 50);
    return `<path d="M0 ${top + bend}Q120 ${top - bend} 240 ${top}T480 ${top + bend / 2}V300H0z" fill="${ground}" fill-opacity="${0.35 + layer * 0.25}"/>`;
  });
  return `<rect width="480" height="300" fill="${sky}"/><ellipse cx="${120 + (seed % 240)}" cy="90" rx="${isNight ? 190 : 42}" ry="${isNight ? 30 : 42}" fill="${glow}" fill-opacity="0.8"/>${hills.join('')}`;
}

/** A week view in miniature: a head, seven columns, bars for shifts. */
function page(seed: number, isDark: boolean): string {
  const [ground, line, head] = isDark ? ['#1c1f26', '#3a3f4b', '#2b303b'] : ['#fffdf8', '#e3dccd', '#b0542d'];
  const columns = Array.from({ length: 7 }, (_, day) => `<path d="M${90 + day * 55} 44V290" stroke="${line}"/>`);
  const bars = Array.from({ length: 5 * 7 }, (_, index) => {
    const [row, day] = [Math.floor(index / 7), index % 7];
    const kind = (seed + index * 7 + row * 3) % 4;
    const hue = [40, 205, 265][kind];
    if (hue === undefined) return '';
    return `<rect x="${94 + day * 55}" y="${56 + row * 47}" width="47" height="34" rx="5" fill="hsl(${hue},${isDark ? 45 : 65}%,${isDark ? 45 : 72}%)"/>`;
  });
  const names = Array.from(
    { length: 5 },
    (_, row) =>
      `<rect x="14" y="${66 + row * 47}" width="${40 + ((seed * (row + 3)) % 28)}" height="12" rx="6" fill="${line}"/>`,
  );
  return `<rect width="480" height="300" fill="${ground}"/><rect width="480" height="36" fill="${head}"/>${columns.join('')}${names.join('')}${bars.join('')}`;
}
