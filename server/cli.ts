/**
 * The command line: `serve`, `demo`, `backup`, `restore`, `recover`, `move`, `export`. Reads flags and environment, and says what happens in
 * one clear line each; everything else is in the modules it calls.
 */
import { parseArgs } from 'node:util';
import type { Command } from './cli/command.ts';
import { commands } from './cli/commands.ts';
import { hasShell } from './cli/parent-port.ts';
import { tellRefusal } from './cli/shell.ts';
import { UsageError } from './cli/usage.ts';
import { ListenError } from './network/listen-error.ts';
import { programVersion } from './options.ts';
import { StorageError } from './storage/errors.ts';
import { makeFilesPrivate } from './storage/private-files.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(args: string[]): Promise<void> {
  const [first = 'serve'] = args;
  const named = first.startsWith('-') ? 'serve' : first;
  if (args.includes('--version')) return say(`hearth ${programVersion}`);
  const command: Command | undefined = commands[named];
  if (args.includes('--help'))
    return help(first.startsWith('-') ? undefined : command, first.startsWith('-') ? 'help' : named);
  if (command === undefined) return help(command, named);
  const rest = first.startsWith('-') ? args : args.slice(1);
  const { values } = parse(command, rest);
  await command.run(values, say);
  // The port to the app keeps a process alive that has nothing left to do.
  if (hasShell) process.exit(0);
}

function parse(command: Command, args: string[]): { values: Record<string, string | boolean | undefined> } {
  try {
    return parseArgs({ args, options: command.options, strict: true, allowPositionals: false });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. Try --help.`);
  }
}

function help(command: Command | undefined, named: string): void {
  if (command === undefined && named !== 'help') throw new UsageError(`There is no command '${named}'. Try --help.`);
  const shown = command === undefined ? Object.entries(commands) : [[named, command] as const];
  for (const [name, { summary, options }] of shown) {
    say(`hearth ${name}: ${summary}`);
    for (const [flag, { type, help: text }] of Object.entries(options))
      say(`  --${flag}${type === 'string' ? ` ${flag.split('-').at(-1)?.toUpperCase()}` : ''}  ${text}`);
  }
  say('  --help, --version');
}

makeFilesPrivate();
try {
  await main(process.argv.slice(2));
} catch (error) {
  // A failure that a person can do something about is one line; a defect is told whole.
  const expected = error instanceof UsageError || error instanceof ListenError || error instanceof StorageError;
  process.stderr.write(`hearth: ${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  await tellRefusal(error, expected);
  process.exit(1);
}
