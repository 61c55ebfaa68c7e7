/** `npm run bench -- bounded`: how long others wait while one asks for very much (server/bench/parts/bounded.ts). */
import { benchBounded } from './parts/bounded.ts';
import { reportBench } from './parts/report.ts';

await reportBench(benchBounded);
