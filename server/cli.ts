/** The program: loads the command line (cli/main.ts) with everything that it knows, and runs it. */
import { withoutOptimizing } from './cli/hot-code.ts';

const { runCommandLine } = await withoutOptimizing(async () => import('./cli/main.ts'));
await runCommandLine(process.argv.slice(2));
