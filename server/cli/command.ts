/** Command declaration of the command line; texts are functions, because their language is known when they are printed. */

export interface Flag {
  type: 'string' | 'boolean';
  help: () => string;
}

export interface Command {
  summary: () => string;
  /** Words of which one follows the name of the command, with what each does; it is handed to `run` as the flag `action`. */
  actions?: Record<string, () => string>;
  options: Record<string, Flag>;
  run(flags: Record<string, string | boolean | undefined>, say: (line: string) => void): Promise<void>;
}
