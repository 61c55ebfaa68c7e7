/**
 * `npm run icons`: makes every icon file of resources/ from the vector sources there. electron-builder would have to fetch
 * a tool to make .ico and .icns files, so they are written here: both are a short header with pictures after it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const resources = join(import.meta.dirname, '../../resources');
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 256];
/** The largest size that is drawn from the source with fewer details. */
const smallUpTo = 40;

/** Pixels and kind of each picture in an .icns file. ic04 and ic05 are raw, all others PNG; 11 to 14 and 10 are doubles. */
const macPictures = /** @type {const} */ ([
  ['ic04', 16],
  ['ic05', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]);

const trayStates = ['running', 'paused', 'problem'];
/** A tray icon is 16 points high; the suffix defines for Electron how many pixels a point has in that file. */
const trayScales = { '': 16, '@1.25x': 20, '@1.5x': 24, '@2x': 32 };
/** Which colour each state has on which bar: at least 3 to 1 against it, and told apart by shape as well. */
const trayColors = {
  'on-dark': { running: '#ffffff', paused: '#b3b3b3', problem: '#ff8787' },
  'on-light': { running: '#1f1f1f', paused: '#6b6b6b', problem: '#c92a2a' },
};

/**
 * @param {string} source file below resources/
 * @param {number} pixels
 * @param {string} [color] what `currentColor` stands for
 */
function draw(source, pixels, color = '#000000') {
  const text = readFileSync(join(resources, source), 'utf8').replaceAll('currentColor', color);
  const width = Number(/viewBox="0 0 (\d+)/.exec(text)?.[1]);
  // 72 is the density at which one unit of the drawing is one pixel.
  return sharp(Buffer.from(text), { density: (72 * pixels) / width }).resize(pixels, pixels);
}

/** @param {number} pixels */
const icon = (pixels) => draw(pixels > smallUpTo ? 'icon.svg' : 'icon-small.svg', pixels);

/** @param {import('sharp').Sharp} picture @returns {Promise<Buffer>} */
const png = (picture) => picture.png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer();

/** @param {import('sharp').Sharp} picture @returns {Promise<Buffer>} four bytes a pixel: red, green, blue, alpha */
const raw = (picture) => picture.ensureAlpha().raw().toBuffer();

/** On a Mac, icons fill 824 of 1024 pixels, the small ones a little more. @param {number} pixels */
function macIcon(pixels) {
  const margin = pixels <= smallUpTo ? pixels / 16 : Math.round((pixels * 100) / 1024);
  return draw(pixels > smallUpTo ? 'icon.svg' : 'icon-small.svg', pixels - 2 * margin).extend({
    top: margin,
    bottom: margin,
    left: margin,
    right: margin,
    background: '#00000000',
  });
}

/** A Windows bitmap as it stands in an .ico file: rows from the bottom up, then a mask that the alpha makes unnecessary. @param {number} size */
async function bitmap(size) {
  const rgba = await raw(icon(size));
  const maskBytes = Math.ceil(size / 32) * 4 * size;
  const file = Buffer.alloc(40 + rgba.length + maskBytes);
  file.writeUInt32LE(40, 0);
  file.writeInt32LE(size, 4);
  file.writeInt32LE(size * 2, 8);
  file.writeUInt16LE(1, 12);
  file.writeUInt16LE(32, 14);
  file.writeUInt32LE(rgba.length + maskBytes, 20);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4);
      file.set([blue, green, red, alpha], 40 + ((size - 1 - y) * size + x) * 4);
    }
  }
  return file;
}

/** An .ico file. Only the largest picture is a PNG: older programs, installers among them, read no small ones. */
async function windowsIcon() {
  const pictures = await Promise.all(windowsSizes.map((size) => (size < 256 ? bitmap(size) : png(icon(size)))));
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index;
    const size = windowsSizes[index] ?? 0;
    // 0 means 256 here.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(picture.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([header, ...pictures]);
}

/** "ARGB" and the four planes one after the other, in runs of up to 128 bytes that are taken as they are. @param {number} size */
async function rawMacPicture(size) {
  const rgba = await raw(macIcon(size));
  /** @type {Buffer[]} */
  const parts = [Buffer.from('ARGB')];
  for (const channel of [3, 0, 1, 2]) {
    const plane = Buffer.from(rgba.filter((_, index) => index % 4 === channel));
    for (let at = 0; at < plane.length; at += 128) parts.push(Buffer.from([127]), plane.subarray(at, at + 128));
  }
  return Buffer.concat(parts);
}

/** An .icns file. */
async function macIcons() {
  const parts = await Promise.all(
    macPictures.map(async ([kind, size]) => {
      const picture = kind === 'ic04' || kind === 'ic05' ? await rawMacPicture(size) : await png(macIcon(size));
      return Buffer.concat([tag(kind, picture.length), picture]);
    }),
  );
  const body = Buffer.concat(parts);
  return Buffer.concat([tag('icns', body.length), body]);
}

/** Four letters and the length with these eight bytes. @param {string} kind @param {number} length */
function tag(kind, length) {
  const bytes = Buffer.alloc(8, kind, 'latin1');
  bytes.writeUInt32BE(length + 8, 4);
  return bytes;
}

/** @returns {Promise<Map<string, Buffer>>} every icon file, by its path below resources/ */
export async function makeIcons() {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  files.set('icon.png', await png(icon(512)));
  files.set('icon.ico', await windowsIcon());
  files.set('icon.icns', await macIcons());
  for (const size of linuxSizes) files.set(`icons/${size}x${size}.png`, await png(icon(size)));
  for (const state of trayStates) {
    const source = `tray/${state}.svg`;
    files.set(`tray/${state}Template.png`, await png(draw(source, 16)));
    files.set(`tray/${state}Template@2x.png`, await png(draw(source, 32)));
    for (const [bar, colors] of Object.entries(trayColors)) {
      const color = colors[/** @type {keyof typeof colors} */ (state)];
      for (const [suffix, pixels] of Object.entries(trayScales))
        files.set(`tray/${state}-${bar}${suffix}.png`, await png(draw(source, pixels, color)));
    }
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of await makeIcons()) {
    mkdirSync(dirname(join(resources, path)), { recursive: true });
    writeFileSync(join(resources, path), content);
  }
}
