/**
 * `npm run bench -- search`: what searches and narrows cost (server/bench/parts/search.ts), in 20,000 messages, with `--long` in a
 * million, or in `--messages N`; `--folder DIR` keeps the data for the next time.
 */
import { reportBench } from './parts/report.ts';
import { benchSearch } from './parts/search.ts';

await reportBench(benchSearch);
