/** `npm run bench -- storage`: what the database costs and holds (server/storage/bench.ts). */
import { benchStorage } from '../storage/bench.ts';
import { reportBench } from './parts/report.ts';

await reportBench(benchStorage);
