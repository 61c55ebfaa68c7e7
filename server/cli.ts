/**
 * Loads the program of the command line (cli/program.ts). Where the system lets this process open too few files for it, one line says
 * so, with exit code 1.
 */
import { tooFewDescriptors } from './cli/few-descriptors.ts';

const problem = tooFewDescriptors();
if (problem === null) await import('./cli/program.ts');
else {
  const { ofError } = await import('./cli/language.ts');
  process.stderr.write(`hearth: ${ofError(problem)}\n`);
  process.exitCode = 1;
}
