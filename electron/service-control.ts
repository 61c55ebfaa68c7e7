/**
 * The service that starts the server with the computer, as a switch of the app: installed and removed by the server's own command line,
 * with rights that the system asks the person for. While it is installed, the app is its window: it connects, and starts no server.
 */
import { resolve } from 'node:path';
import type { ServiceCommand } from '../server/service/command.ts';
import type { Notice } from './bridge.ts';
import { messageOf } from './error-message.ts';
import { readControlFile } from './service-link.ts';
import { t } from './texts.ts';

export interface ServiceTools {
  /** Why this system or this installation cannot have the service, in a sentence; null: it can. */
  whyNot: string | null;
  /** Node and the server's command line. */
  command: ServiceCommand;
  /** The account of the person at this computer. */
  user: string;
  elevate: (command: ServiceCommand) => ServiceCommand;
  run: (command: ServiceCommand) => Promise<{ code: number | null; output: string }>;
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
  server: { start(): void; stop(): Promise<void>; leave(): Promise<void> };
  onNotice: (notice: Notice) => void;
  onChange: () => void;
}

export class ServiceControl {
  readonly #options: ServiceControlOptions;
  #isBusy = false;
  #isOurs = false;
  #isBehind = false;

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
    const status = code === 0 ? parseStatus(output) : null;
    if (status === null) return;
    const isHere = status.isInstalled && status.settings?.dataDir === resolve(dataDir());
    this.#isOurs = isHere && status.settings?.entry === tools.command[1];
    if (isHere === isInstalled()) return;
    remember(isHere);
    onChange();
  }

  /** Whether the service runs the server of this very installation, so that an update of the app is one of the service. */
  isOurs(): boolean {
    return this.#isOurs;
  }

  /** The data is in another folder from now on, which the service does not know: the app's own server serves it, until `follow`. */
  leaveBehind(): void {
    const { remember, isInstalled } = this.#options;
    this.#isBehind ||= isInstalled();
    remember(false);
  }

  /** A service that was left behind is installed again for the new folder, when the person gives the rights for it. */
  async follow(): Promise<void> {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    await this.#apply(true, followFailed(), null);
  }

  /** Installs or removes it; the server runs again afterwards, either way. */
  async set(isOn: boolean): Promise<void> {
    await this.#apply(isOn, t('Nothing was changed.'), isOn ? installed() : removed());
  }

  /** @param done what is said afterwards; null: what is said already stays. */
  async #apply(isOn: boolean, failed: string, done: string | null): Promise<void> {
    const { tools, dataDir, flags, server, remember, onNotice } = this.#options;
    if (this.#isBusy || tools.whyNot !== null) return;
    // The command with more rights runs in another working folder.
    const install = ['install', '--data-dir', resolve(dataDir()), '--user', tools.user, ...flags()];
    const words = isOn ? install : (['remove'] as const);
    this.#setBusy(true);
    try {
      // A service that runs is stopped by its removal: a link to it would be made again until the app knows that it is gone.
      await (isOn ? server.stop() : server.leave());
      const { code, output } = await tools.run(tools.elevate([...tools.command, 'service', ...words]));
      if (code !== 0) throw new Error(lastLine(output) || t('The system did not grant administrator rights.'));
      remember(isOn);
      this.#isOurs = isOn;
      if (done !== null) onNotice({ kind: 'done', text: done, folder: null });
    } catch (error) {
      onNotice({ kind: 'failed', text: `${failed} ${messageOf(error)}`, folder: null });
    } finally {
      this.#setBusy(false);
      server.start();
    }
  }

  /** Starts an installed service that was stopped. */
  async start(): Promise<void> {
    const { tools, onNotice } = this.#options;
    const { code, output } = await tools.run(tools.elevate([...tools.command, 'service', 'start']));
    if (code !== 0)
      onNotice({ kind: 'failed', text: `${t('The service did not start.')} ${lastLine(output)}`, folder: null });
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#options.onChange();
  }
}

const installed = (): string => t('Hearth now starts with this computer, before anyone signs in.');
const removed = (): string => t('Hearth starts with this app again.');

const followFailed = (): string =>
  t(
    'The service still uses the old data folder, and serves that one when the system starts it again. Switch it on again under "This computer", so that it uses the new one.',
  );

interface InstalledService {
  isInstalled: boolean;
  settings: { dataDir: string; entry: string } | null;
}

/** The status is one line; Node may have warned above it. */
function parseStatus(output: string): InstalledService | null {
  const line = output.split('\n').find((one) => one.startsWith('{'));
  try {
    return line === undefined ? null : (JSON.parse(line) as InstalledService);
  } catch {
    return null;
  }
}

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
