/** Colours of channels in a user's lists: lower-case #rrggbb, from a fixed palette, each user's channels as distinct as can be. */

export const palette = [
  '#5c8a3d',
  '#c7703c',
  '#3f7fbf',
  '#b5568f',
  '#8a6fd1',
  '#3fa3a3',
  '#d1a13f',
  '#a34848',
  '#6fae62',
  '#e08d5a',
  '#6aa3dd',
  '#d486b3',
  '#b09ae6',
  '#6cc4bd',
  '#e6c15c',
  '#c97474',
  '#49702f',
  '#99532a',
  '#2f5f91',
  '#8c3f6c',
  '#6750a4',
  '#2f7a7a',
  '#9c762b',
  '#7a3535',
] as const;

/**
 * Gives a user's new channels their colours, one a call: the first that none of their channels has; when all are taken, the one
 * taken least.
 * @param used the colours of their channels so far.
 */
export function colorPicker(used: readonly string[]): () => string {
  const counts = new Map<string, number>(palette.map((color) => [color, 0]));
  const take = (color: string): void => void counts.set(color, (counts.get(color) ?? 0) + 1);
  for (const color of used) take(color);
  return () => {
    const least = palette.reduce((best, color) => ((counts.get(color) ?? 0) < (counts.get(best) ?? 0) ? color : best));
    take(least);
    return least;
  };
}

/** #rgb and #rrggbb in any capitals become lower-case #rrggbb; undefined when it is no colour. */
export function normalColor(text: string): string | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text.trim());
  const long = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : text.trim();
  return /^#[\da-f]{6}$/i.test(long) ? long.toLowerCase() : undefined;
}
