/** The dot that Windows shows on the taskbar's icon: as large as the system's own marks, in the amber of what waits for a person. */

const size = 16;
const amber = { red: 0xd9, green: 0x7a, blue: 0x06 };

/** @returns pixels as Electron takes them: blue, green, red, opacity. */
export function dotImage(): { size: number; pixels: Buffer } {
  const pixels = Buffer.alloc(size * size * 4);
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      // One pixel wide, the edge fades out.
      const cover = Math.min(1, Math.max(0, middle - Math.hypot(x - middle, y - middle) + 0.5));
      pixels.set(
        [amber.blue, amber.green, amber.red].map((value) => Math.round(value * cover)),
        (y * size + x) * 4,
      );
      pixels[(y * size + x) * 4 + 3] = Math.round(255 * cover);
    }
  return { size, pixels };
}
