/** `npm run build`: builds everything, whether it is stale or not. */
import { build } from './fresh-build.mjs';

process.exitCode = build() ? 0 : 1;
