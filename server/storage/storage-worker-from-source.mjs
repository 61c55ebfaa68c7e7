/**
 * Starts the worker from TypeScript source: a worker thread does not inherit the loader of the thread that makes it.
 * The build has no use for this file.
 */
import { register } from 'tsx/esm/api';

register();
await import('./storage-worker.ts');
