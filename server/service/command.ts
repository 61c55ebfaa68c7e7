/** Commands of the operating system: run without a shell. Uses Node only. */
import { execFile } from 'node:child_process';

/** A program with its arguments; no shell is involved. */
export type ServiceCommand = readonly [program: string, ...args: string[]];

/** The output and exit code of a command; code null: it could not be started or was ended by a signal. */
export interface CommandResult {
  code: number | null;
  output: string;
}

/**
 * Runs a command without a shell; never throws.
 * @param limitMs the command is ended after this time, in milliseconds
 */
export function runCommand([program, ...args]: ServiceCommand, limitMs = 60_000): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: limitMs, windowsHide: true }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: output === '' && error !== null ? error.message : output });
    });
  });
}
