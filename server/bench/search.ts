/** `npm run bench -- search`: what searches and narrows cost (server/bench/parts/search.ts); `--messages N` for more than 20,000. */
import { reportBench } from './parts/report.ts';
import { benchSearch } from './parts/search.ts';

await reportBench(benchSearch);
