/** Writes what a new data folder starts from into dist/, beside the migrations: a part of the build (fresh-build.mjs). */
import { fileURLToPath } from 'node:url';
import { makeFirstImage, writeFirstImage } from '../storage/first-image.ts';
import { shippedMigrations } from '../storage/migrate.ts';

writeFirstImage(
  fileURLToPath(new URL('../../dist/server/storage', import.meta.url)),
  await makeFirstImage(shippedMigrations()),
);
