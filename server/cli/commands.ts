/** The commands of the command line, each with its flags. */
import { backup, move, recover, restore } from './backup.ts';
import type { Command } from './command.ts';
import { demo } from './demo.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { serve } from './serve.ts';
import { service } from './service.ts';

export const commands: Record<string, Command> = {
  serve,
  demo,
  backup,
  restore,
  recover,
  move,
  export: exportCommand,
  import: importCommand,
  service,
};
