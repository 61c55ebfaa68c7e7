/** What a command of the command line declares. */

export interface Flag {
  type: 'string' | 'boolean';
  help: string;
}

export interface Command {
  summary: string;
  options: Record<string, Flag>;
  run(flags: Record<string, string | boolean | undefined>, say: (line: string) => void): Promise<void>;
}
