/** The commands of the command line, each with its flags. */
import { backup, move, recover, restore } from './backup.ts';
import { demo } from './demo.ts';
import { serve } from './serve.ts';

export interface Flag {
  type: 'string' | 'boolean';
  help: string;
}

export interface Command {
  summary: string;
  options: Record<string, Flag>;
  run(flags: Record<string, string | boolean | undefined>, say: (line: string) => void): Promise<void>;
}

export const commands: Record<string, Command> = { serve, demo, backup, restore, recover, move };
