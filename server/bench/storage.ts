/** `npm run bench -- storage`: what the database costs and holds (server/bench/parts/storage.ts). */
import { benchStorage } from './parts/storage.ts';
import { reportBench } from './parts/report.ts';

await reportBench(benchStorage);
