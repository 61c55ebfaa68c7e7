/** Choice of the data folder: set by the command line, by a person, or by the system's custom; and whether it may be started on. */
import { holdsData } from './data-folder.ts';
import type { DesktopTools } from './desktop-tools.ts';
import type { Obstacle } from './server-process.ts';
import type { SettingsFile } from './settings-file.ts';
import { t } from './texts.ts';

export class FolderMemory {
  readonly #settings: SettingsFile;
  readonly #given: string | null;
  readonly #usual: string;
  readonly #isShared: DesktopTools['isShared'];
  #current: string;

  constructor({ settings, givenDataDir, usualDataDir, isShared }: DesktopTools) {
    this.#settings = settings;
    this.#given = givenDataDir;
    this.#usual = usualDataDir;
    this.#isShared = isShared;
    this.#current = this.#named();
  }

  current(): string {
    return this.#current;
  }

  /** A person chose it. */
  use(folder: string): void {
    this.#current = folder;
    this.#settings.change({ dataDir: folder, move: null, isDataDirUnknown: false });
  }

  useUsual(): void {
    this.#settings.change({ dataDir: null, isDataDirUnknown: false });
    this.#current = this.#usual;
  }

  /** A server has opened it. @returns whether to offer a folder of its own, which happens once for each folder */
  listens(): boolean {
    const folder = this.#current;
    this.#settings.change({ knownDataDir: folder });
    if (!this.#isShared(folder) || this.#settings.get().sharedDataDir === folder) return false;
    this.#settings.change({ sharedDataDir: folder });
    return true;
  }

  hasUsual(): boolean {
    return holdsData(this.#usual);
  }

  /** The file of settings may be readable by now. */
  readAgain(): void {
    if (!this.#settings.get().isDataDirUnknown) return;
    this.#settings.readAgain();
    this.#current = this.#named();
  }

  /** An empty folder where there was data is a missing one, and an unknown folder is asked for: no server begins there unasked. */
  obstacle(): Obstacle | null {
    const { isDataDirUnknown, knownDataDir } = this.#settings.get();
    if (this.#given === null && isDataDirUnknown)
      return {
        reason: 'unknown-folder',
        message: t('The settings of this app could not be read. They name the folder of the data.'),
      };
    const folder = this.#current;
    if (knownDataDir !== folder || holdsData(folder)) return null;
    return {
      reason: 'missing',
      message: t('{{folder}} held the data when Hearth last ran, and holds none now.', { folder }),
    };
  }

  #named(): string {
    return this.#given ?? this.#settings.get().dataDir ?? this.#usual;
  }
}
