/** The library that reads and draws pictures, loaded with the first of them: it is a large part of what a start would load. */
import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

export async function pictureLibrary(): Promise<typeof sharp> {
  return (loading ??= load());
}

async function load(): Promise<typeof sharp> {
  const { default: library } = await import('sharp');
  // Cached, the library would keep files open, and pictures in memory, long after they are gone.
  library.cache(false);
  // Files are what people uploaded: only these formats of them are read. A drawing (SVG) is a program of sorts, and may name
  // other files; those that we draw ourselves are never in a file.
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
      'VipsForeignLoadSvgBuffer',
    ],
  });
  return library;
}
