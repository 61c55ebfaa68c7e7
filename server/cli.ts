/**
 * Loads the program of the command line (cli/program.ts). Where the system lets this process open too few files for that, one line says
 * so instead of a stack of Node, with exit code 1.
 */
import { isOfFewDescriptors, tooFewDescriptors } from './cli/few-descriptors.ts';

try {
  await import('./cli/program.ts');
} catch (error) {
  if (!isOfFewDescriptors(error)) throw error;
  process.stderr.write(`hearth: ${tooFewDescriptors}\n`);
  process.exitCode = 1;
}
