/** Starts the worker beside this file where there is no build (worker-from-source.mjs). */
import { startWorker } from '../../worker-from-source.mjs';

await startWorker('operations/team-import/import-worker');
