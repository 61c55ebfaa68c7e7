/** `npm run bench -- storage`: what the database costs and holds (server/bench/parts/storage.ts). */
import { reportBench } from './parts/report.ts';
import { benchStorage } from './parts/storage.ts';

await reportBench(benchStorage);
