/** The icon files of resources/ are those that `npm run icons` makes from the drawings, and each is what its platform reads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeIcons } from '../server/tools/icons.mjs';

const resources = resolve(import.meta.dirname, '../resources');
const made = await makeIcons();
const stored = (path: string): Buffer => readFileSync(join(resources, path));

interface Picture {
  size: number;
  rgba: Buffer;
}

async function fromPng(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info.height).toBe(info.width);
  return { size: info.width, rgba: data };
}

/** The pictures in a Windows icon, each read as its header says. */
function fromIco(file: Buffer): Promise<Picture[]> {
  expect(file.readUInt16LE(2)).toBe(1);
  return Promise.all(
    Array.from({ length: file.readUInt16LE(4) }, async (_, index) => {
      const entry = file.subarray(6 + 16 * index);
      const size = entry.readUInt8(0) || 256;
      const picture = file.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8));
      if (picture.toString('latin1', 1, 4) === 'PNG') return await fromPng(picture);
      expect([picture.readInt32LE(4), picture.readInt32LE(8)]).toEqual([size, size * 2]);
      const rgba = Buffer.alloc(size * size * 4);
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          const at = 40 + ((size - 1 - y) * size + x) * 4;
          const [blue = 0, green = 0, red = 0, alpha = 0] = picture.subarray(at, at + 4);
          rgba.set([red, green, blue, alpha], (y * size + x) * 4);
        }
      }
      return { size, rgba };
    }),
  );
}

/** The pictures in a macOS icon by their kind. */
async function fromIcns(file: Buffer): Promise<Map<string, Picture>> {
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const pictures = new Map<string, Picture>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    const kind = file.toString('latin1', at, at + 4);
    const content = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
    pictures.set(kind, content.toString('latin1', 0, 4) === 'ARGB' ? fromRuns(content) : await fromPng(content));
  }
  return pictures;
}

/** Four planes of runs: a byte below 128 says how many bytes (less one) follow as they are, others how often one repeats. */
function fromRuns(content: Buffer): Picture {
  const bytes: number[] = [];
  for (let at = 4; at < content.length;) {
    const head = content.readUInt8(at);
    if (head < 128) bytes.push(...content.subarray(at + 1, at + head + 2));
    else bytes.push(...Array<number>(head - 125).fill(content.readUInt8(at + 1)));
    at += head < 128 ? head + 2 : 2;
  }
  const pixels = bytes.length / 4;
  const rgba = Buffer.alloc(bytes.length);
  for (let index = 0; index < pixels; index++)
    rgba.set(
      [1, 2, 3, 0].map((plane) => bytes[plane * pixels + index] ?? 0),
      index * 4,
    );
  return { size: Math.sqrt(pixels), rgba };
}

/** The largest difference of a channel: another processor may round the last bit in another way. */
function difference(left: Picture, right: Picture): number {
  expect(left.rgba.length).toBe(right.rgba.length);
  let largest = 0;
  for (let at = 0; at < left.rgba.length; at++)
    largest = Math.max(largest, Math.abs((left.rgba[at] ?? 0) - (right.rgba[at] ?? 0)));
  return largest;
}

const pathsOf = (kind: string): string[] => [...made.keys()].filter((path) => path.endsWith(kind));
const opaque = ({ rgba }: Picture): number => rgba.filter((value, index) => index % 4 === 3 && value > 127).length;

test('every icon file is there, and none that is no longer made', () => {
  const files = readdirSync(resources, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  const icons = files.filter((path) => /\.(png|ico|icns)$/.test(path) && !path.startsWith('screenshots/'));
  expect(icons.sort()).toEqual([...made.keys()].sort());
});

test('every picture is the one that its drawing gives', async () => {
  for (const path of pathsOf('.png')) {
    const [is, should] = [await fromPng(stored(path)), await fromPng(made.get(path) ?? Buffer.alloc(0))];
    expect(difference(is, should), `${path} is out of date: npm run icons`).toBeLessThanOrEqual(3);
  }
});

test('the sizes for Linux are what their names say', async () => {
  const paths = pathsOf('.png').filter((path) => path.startsWith('icons/'));
  expect(paths).toHaveLength(9);
  for (const path of paths)
    expect(path).toBe(`icons/${await fromPng(stored(path)).then(({ size }) => `${size}x${size}`)}.png`);
});

test('the icon for Windows holds the sizes that Windows asks for, up to date', async () => {
  const [is, should] = [await fromIco(stored('icon.ico')), await fromIco(made.get('icon.ico') ?? Buffer.alloc(0))];
  expect(is.map(({ size }) => size)).toEqual([16, 20, 24, 32, 40, 48, 64, 256]);
  for (const [index, picture] of is.entries())
    expect(difference(picture, should[index] ?? picture), 'icon.ico is out of date: npm run icons').toBeLessThanOrEqual(
      3,
    );
});

test('the icon for macOS holds every size and its double with the margin of that platform, up to date', async () => {
  const [is, should] = [await fromIcns(stored('icon.icns')), await fromIcns(made.get('icon.icns') ?? Buffer.alloc(0))];
  expect([...is].map(([kind, { size }]) => `${kind} ${size}`)).toEqual([
    'ic04 16',
    'ic05 32',
    'ic11 32',
    'ic12 64',
    'ic07 128',
    'ic13 256',
    'ic08 256',
    'ic14 512',
    'ic09 512',
    'ic10 1024',
  ]);
  for (const [kind, picture] of is) {
    const same = should.get(kind) ?? picture;
    expect(difference(picture, same), 'icon.icns is out of date: npm run icons').toBeLessThanOrEqual(3);
    expect(opaque(picture) / picture.size ** 2).toBeGreaterThan(0.5);
    expect(opaque(picture) / picture.size ** 2).toBeLessThan(0.8);
  }
});

test('a macOS tray icon is black with transparency, at one and two pixels a point', async () => {
  for (const state of ['running', 'paused', 'problem']) {
    for (const [suffix, pixels] of [['', 16] as const, ['@2x', 32] as const]) {
      const { size, rgba } = await fromPng(stored(`tray/${state}Template${suffix}.png`));
      expect(size).toBe(pixels);
      expect(rgba.some((value, index) => index % 4 !== 3 && value > 0)).toBe(false);
      expect(new Set(rgba.filter((_, index) => index % 4 === 3)).size).toBeGreaterThan(2);
    }
  }
});

test('the states of the tray differ in shape, and each stands out from its bar', async () => {
  for (const [bar, ground] of [['on-dark', 0x20] as const, ['on-light', 0xf3] as const]) {
    const shapes: Buffer[] = [];
    for (const state of ['running', 'paused', 'problem']) {
      const { rgba } = await fromPng(stored(`tray/${state}-${bar}@2x.png`));
      const solid = Array.from({ length: rgba.length / 4 }, (_, at) => rgba.subarray(at * 4, at * 4 + 4)).filter(
        (pixel) => pixel[3] === 255,
      );
      for (const [red = 0, green = 0, blue = 0] of solid)
        expect(contrast(luminance(red, green, blue), luminance(ground, ground, ground))).toBeGreaterThanOrEqual(3);
      shapes.push(Buffer.from(rgba.filter((_, index) => index % 4 === 3)));
    }
    for (const [index, shape] of shapes.entries())
      for (const other of shapes.slice(index + 1))
        expect(shape.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 127).length).toBeGreaterThan(40);
  }
});

/** Relative luminance of a colour, 0 to 1 (WCAG 2.2). */
function luminance(...channels: [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

test('the drawings load nothing from elsewhere and hold no program, as the page that shows them demands', () => {
  for (const path of ['icon.svg', 'icon-small.svg', 'tray/running.svg', 'tray/paused.svg', 'tray/problem.svg']) {
    expect(existsSync(join(resources, path))).toBe(true);
    const addresses = stored(path).toString('utf8').replace('xmlns="http://www.w3.org/2000/svg"', '');
    expect(addresses).not.toMatch(/https?:|<script|<style|href=|data:/);
  }
});
