/** Command-line options of the app and, behind `--`, to the server; electron/launch.mjs puts the `--` there. */

export interface CommandLine {
  /** null: the settings decide. */
  dataDir: string | null;
  /** All but the data folder. */
  serverArgs: string[];
}

export function parseCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const separator = argv.indexOf('--');
  const given = separator === -1 ? [] : argv.slice(separator + 1);
  const serverArgs: string[] = [];
  let dataDir = env['HEARTH_DATA_DIR'] || null;
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? '';
    if (word.startsWith('--data-dir=')) dataDir = word.slice('--data-dir='.length);
    else if (word === '--data-dir') {
      index += 1;
      dataDir = given[index] ?? dataDir;
    } else serverArgs.push(word);
  }
  return { dataDir, serverArgs };
}

/** @param port that a person chose; null: none. @returns words for the server, which keeps that port unless its command line names one. */
export function withPort(serverArgs: readonly string[], port: number | null): string[] {
  if (port === null) return [...serverArgs];
  const isGiven = serverArgs.some((word) => word === '--port' || word.startsWith('--port='));
  return [...serverArgs, isGiven ? '--port' : '--keep-port', String(port)];
}
