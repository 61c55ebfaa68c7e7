/**
 * The program of the command line: `serve`, `demo`, `backup`, `restore`, `recover`, `move`, `export`, `service`. Reads flags and environment, and says what happens in
 * one clear line each; everything else is in the modules it calls.
 */
import { parseArgs } from 'node:util';
import { isFromDisk } from '../disk-codes.ts';
import { ListenError } from '../network/listen-error.ts';
import { programVersion } from '../options.ts';
import { ServiceError } from '../service/carry-out.ts';
import { errorCode, refusalOf, StorageError } from '../storage/errors.ts';
import { makeFilesPrivate } from '../storage/private-files.ts';
import { phrase } from '../translation.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { endProcess } from './end-process.ts';
import { ofError } from './language.ts';
import { hasShell } from './parent-port.ts';
import { tellRefusal } from './shell.ts';
import { UsageError } from './usage.ts';

// The reader of the output may end before the command, as `head` or a terminal does: what the command does goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

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
  if (hasShell) await endProcess(0);
}

function parse(command: Command, args: string[]): { values: Record<string, string | boolean | undefined> } {
  const { actions } = command;
  const [action = ''] = args;
  if (actions !== undefined && !Object.hasOwn(actions, action)) {
    const names = Object.keys(actions).join(', ');
    throw new UsageError(`Name one of these: ${names}.`);
  }
  const words = actions === undefined ? args : args.slice(1);
  try {
    const { values } = parseArgs({ args: words, options: command.options, strict: true, allowPositionals: false });
    return { values: actions === undefined ? values : { ...values, action } };
  } catch (error) {
    const message = parseProblem(error, words);
    throw new UsageError(`${message}. Try --help.`);
  }
}

/** @returns what is wrong with the flags, for the errors that a person can make (util.parseArgs) */
function parseProblem(error: unknown, words: readonly string[]): string {
  const [message = ''] = (error as Error).message.split('. ');
  const [, flag = ''] = /'(?:-\w, )?(-[^ ']+)/.exec(message) ?? [];
  switch (errorCode(error)) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return phrase(`Unknown option '${flag}'`);
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL': {
      const [, word = words.find((one) => !one.startsWith('-')) ?? ''] = /'([^']*)'/.exec(message) ?? [];
      return phrase(`Unexpected argument '${word}'`);
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return / does not take an argument/.test(message)
        ? phrase(`Option '${flag}' does not take an argument`)
        : phrase(`Option '${flag}' needs a value`);
    default:
      return message;
  }
}

const takesAddress: ReadonlySet<string> = new Set(['password-link', 'reset-two-factor']);

function help(command: Command | undefined, named: string): void {
  if (command === undefined && named !== 'help') throw new UsageError(`There is no command '${named}'. Try --help.`);
  const shown = command === undefined ? Object.entries(commands) : [[named, command] as const];
  for (const [name, { summary, actions = {}, options }] of shown) {
    say(`hearth ${name}: ${summary()}`);
    for (const [action, text] of Object.entries(actions)) say(`  ${action}  ${text()}`);
    for (const [flag, { type, help: text }] of Object.entries(options))
      say(
        `  --${flag}${type === 'string' ? ` ${takesAddress.has(flag) ? 'EMAIL' : flag.split('-').at(-1)?.toUpperCase()}` : ''}  ${text()}`,
      );
  }
  say('  --help, --version');
}

/** A failure that a person can do something about. */
const isExpected = (error: unknown): boolean =>
  [UsageError, ListenError, StorageError, ServiceError].some((kind) => error instanceof kind);

// A utility process of Electron only warns of an unhandled rejection (breaking change of Electron 37); a server in an unknown state ends.
process.on('unhandledRejection', (error) => {
  throw error;
});
const pathOf = (error: unknown): string =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'The data folder';

makeFilesPrivate();
try {
  await main(process.argv.slice(2));
} catch (caught) {
  const error = isFromDisk(caught) ? refusalOf(caught, pathOf(caught)) : caught;
  // A failure that a person can act on is one line; a defect is printed with its stack.
  const expected = isExpected(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`hearth: ${expected ? ofError(message) : (stack ?? message)}\n`);
  await tellRefusal(error, expected);
  await endProcess(1);
}
