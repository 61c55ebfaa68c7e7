/**
 * The service that starts the server with the computer, as a switch of the app: installed and removed by the server's own command line,
 * with rights that the system asks the person for. While it is installed, the app is its window: it connects, and starts no server.
 */
import type { Notice } from './bridge.ts';
import type { Words } from './elevated.ts';
import { messageOf } from './error-message.ts';
import { readControlFile } from './service-link.ts';

export interface ServiceTools {
  /** Why this system or this installation cannot have the service, in a sentence; null: it can. */
  whyNot: string | null;
  /** Node and the server's command line. */
  command: Words;
  /** The account of the person at this computer. */
  user: string;
  elevate: (command: Words) => Words;
  run: (command: Words) => Promise<{ code: number | null; output: string }>;
}

export interface ServiceControlOptions {
  tools: ServiceTools;
  dataDir: () => string;
  /** Further flags of the server. */
  flags: () => string[];
  /** Whether the app knows of an installed service. */
  isInstalled: () => boolean;
  remember: (isInstalled: boolean) => void;
  /** The server that the app starts, or is connected to. */
  server: { start(): void; stop(): Promise<void> };
  onNotice: (notice: Notice) => void;
  onChange: () => void;
}

export class ServiceControl {
  readonly #options: ServiceControlOptions;
  #isBusy = false;

  constructor(options: ServiceControlOptions) {
    this.#options = options;
  }

  state(): { isOn: boolean; isBusy: boolean; whyNot: string | null } {
    return { isOn: this.#options.isInstalled(), isBusy: this.#isBusy, whyNot: this.#options.tools.whyNot };
  }

  /** Whether the server on this data folder is the service's. A service of another kind of installation counts while it runs. */
  isServing(): boolean {
    return this.#options.isInstalled() || this.isRunning();
  }

  /** Whether a service serves this data folder now. */
  isRunning(): boolean {
    const file = readControlFile(this.#options.dataDir());
    return file !== null && isAlive(file.pid);
  }

  /** Asks the system whether the service is installed: a person may have done it in a terminal. */
  async refresh(): Promise<void> {
    const { tools, remember, isInstalled, dataDir, onChange } = this.#options;
    if (tools.whyNot !== null) return;
    const { code, output } = await tools.run([...tools.command, 'service', 'status', '--json']);
    if (code !== 0) return;
    const status = JSON.parse(output) as { isInstalled: boolean; settings: { dataDir: string } | null };
    const isOurs = status.isInstalled && status.settings?.dataDir === dataDir();
    if (isOurs === isInstalled()) return;
    remember(isOurs);
    onChange();
  }

  /** Installs or removes it; the server runs again afterwards, either way. */
  async set(isOn: boolean): Promise<void> {
    const { tools, dataDir, flags, server, remember, onNotice } = this.#options;
    if (this.#isBusy || tools.whyNot !== null) return;
    const words = isOn ? ['install', '--data-dir', dataDir(), '--user', tools.user, ...flags()] : (['remove'] as const);
    this.#setBusy(true);
    try {
      // A service that runs is stopped by its removal.
      if (isOn) await server.stop();
      const { code, output } = await tools.run(tools.elevate([...tools.command, 'service', ...words]));
      if (code !== 0) throw new Error(lastLine(output) || 'The system did not give Hearth the rights for it.');
      remember(isOn);
      onNotice({ kind: 'done', text: isOn ? installed : removed, folder: null });
    } catch (error) {
      onNotice({ kind: 'failed', text: `Nothing was changed. ${messageOf(error)}`, folder: null });
    } finally {
      this.#setBusy(false);
      server.start();
    }
  }

  /** Starts an installed service that was stopped. */
  async start(): Promise<void> {
    const { tools, onNotice } = this.#options;
    const { code, output } = await tools.run(tools.elevate([...tools.command, 'service', 'start']));
    if (code !== 0) onNotice({ kind: 'failed', text: `The service did not start. ${lastLine(output)}`, folder: null });
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#options.onChange();
  }
}

const installed = 'Hearth starts with this computer now, before anyone signs in.';
const removed = 'Hearth starts with this app again.';

const lastLine = (text: string): string =>
  text
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^hearth: /, '') ?? '';

/** A process of another account lives, too, although it takes no signal of ours. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
