/** `npm run bench -- directory`: synchronizing 1,000 users, and how long other requests wait (server/bench/parts/directory.ts). */
import { benchDirectory } from './parts/directory.ts';
import { reportBench } from './parts/report.ts';

await reportBench(benchDirectory);
