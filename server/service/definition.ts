/** The service that starts Hearth with the computer: what every system's service manager needs to know of it. */
import type { CommandResult, ServiceCommand } from './command.ts';

/** What runs, as whom, on which data. All paths are absolute. */
export interface ServiceSettings {
  /** The Node program. */
  program: string;
  /** The server's built command line. */
  entry: string;
  dataDir: string;
  /** Account that the server runs as: the one that owns the data folder. */
  user: string;
  /** Further flags of `serve`, such as `--host`. */
  flags: string[];
}

/** A file that a service manager reads. */
export interface ServiceFile {
  path: string;
  content: string;
}

/** Steps in order: commands, files written or removed, commands. */
export interface ServicePlan {
  before: ServiceCommand[];
  write: ServiceFile[];
  remove: string[];
  after: ServiceCommand[];
  /** Exit codes of `after` that report that a command of `before` still takes effect: the command is run again. */
  retryCodes?: readonly number[];
}

export interface ServiceStatus {
  isInstalled: boolean;
  isRunning: boolean;
  /** What the installed definition says; null when none is installed, or when it is not ours. */
  settings: ServiceSettings | null;
}

export type RunCommand = (command: ServiceCommand) => Promise<CommandResult>;

/** One system's service manager. All but `status` only describe what is to be done, so that it can be shown and tested anywhere. */
export interface ServiceManager {
  /** Its name, for a person. */
  name: string;
  /** Says how a person gets the rights for an action of the command `service`. */
  needsRights: (action: string) => string;
  install(settings: ServiceSettings): ServicePlan;
  remove(): ServicePlan;
  start(): ServiceCommand;
  status(run: RunCommand): Promise<ServiceStatus>;
  /** What a person should know once it is installed; empty: nothing. */
  note: string;
}

/** @returns the text of the command that the service manager starts. */
export function serviceCommandLine({ program, entry, dataDir, flags }: ServiceSettings): string[] {
  return [program, entry, 'serve', '--service', '--data-dir', dataDir, ...flags];
}

/** The settings as one line that each definition carries, so that they can be read back. */
export const settingsText = (settings: ServiceSettings): string => JSON.stringify(settings);

/** @returns null for text that is not ours. */
export function parseSettings(text: string): ServiceSettings | null {
  try {
    const found = JSON.parse(text) as Partial<ServiceSettings> | null;
    const { program, entry, dataDir, user, flags } = found ?? {};
    const isWhole =
      [program, entry, dataDir, user].every((word) => typeof word === 'string') &&
      Array.isArray(flags) &&
      flags.every((flag) => typeof flag === 'string');
    return isWhole ? (found as ServiceSettings) : null;
  } catch {
    return null;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

export function unescapeXml(text: string): string {
  return text.replaceAll(
    /&(?:amp|lt|gt|quot|apos);/g,
    (entity) => Object.entries(entities).find(([, value]) => value === entity)?.[0] ?? entity,
  );
}
