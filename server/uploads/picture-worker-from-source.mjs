/** Starts the picture process beside this file where there is no build (worker-from-source.mjs). */
import { startWorker } from '../worker-from-source.mjs';

await startWorker('uploads/picture-worker');
