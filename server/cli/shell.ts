/**
 * Status reports to the desktop app, whenever something changed, and does what the app asks for. Without an app
 * nothing here runs.
 */
import type { DesktopStatus, FromShell, Refusal, TaskReport, ShellRequest } from '../desktop-link.ts';
import { ownOrigin, systemActing } from '../domain/acting.ts';
import { setCause } from '../domain/audit/cause.ts';
import { audit } from '../domain/audit/record.ts';
import { hasOrganization, organizationSetting } from '../domain/organization/rows.ts';
import { messageOf } from '../errors.ts';
import { writeFile } from '../file-access.ts';
import { ListenError } from '../network/listen-error.ts';
import { alerts } from '../operations/alerts.ts';
import { logBundle, settingsWithoutSecrets } from '../operations/log-bundle.ts';
import { programVersion } from '../options.ts';
import type { RunningServer } from '../start.ts';
import { DamagedDataError, StartRefusedError } from '../storage/errors.ts';
import { readingIn, type Reading } from '../texts.ts';
import { phrase } from '../translation.ts';
import { ofError, t } from './language.ts';
import { lastWords, onShell, parent, tellShell, type ShellPeer } from './parent-port.ts';
import { UsageError } from './usage.ts';

const everyMs = 2000;
/** Disks and folders of backups are looked at less often, in milliseconds. */
const alertsEveryMs = 30_000;

/** Reports where the server listens, then how it is, to the app that started it, until the process ends. */
export function keepShellInformed(server: RunningServer): void {
  onShell((message, from) => void answer(server, message, from));
  if (parent !== undefined) keepInformed(server, parent);
}

/** The same for one app. @returns a function that ends it */
export function keepInformed(server: RunningServer, peer: ShellPeer): () => void {
  const { options, url } = server;
  const reading = readingIn(peer.language);
  peer.send({ type: 'listening', url, data_dir: options.dataDir, version: programVersion });
  let reported = '';
  let known: { alerts: DesktopStatus['alerts']; readAtMs: number } = { alerts: [], readAtMs: -Infinity };
  const report = async (): Promise<void> => {
    if (performance.now() - known.readAtMs > alertsEveryMs)
      known = { alerts: await alertsFor(server, reading), readAtMs: performance.now() };
    const status = await statusOf(server, known.alerts, reading);
    const text = JSON.stringify(status);
    if (text !== reported) peer.send({ type: 'status', status });
    reported = text;
  };
  // A moment in which the data cannot be read, such as while they are exchanged, is passed over.
  const reportIfPossible = (): void => void report().catch(() => undefined);
  reportIfPossible();
  const timer = setInterval(reportIfPossible, everyMs).unref();
  reporters.set(peer, reportIfPossible);
  return () => {
    clearInterval(timer);
    reporters.delete(peer);
  };
}

/** By app: reports at once, after something that it asked for. */
const reporters = new Map<ShellPeer, () => void>();

async function answer(server: RunningServer, message: FromShell, from: ShellPeer): Promise<void> {
  if (message.type === 'slept') {
    server.services.sleeps.wasAsleep(message.from, message.until);
    await server.services.network.apply().catch(() => undefined);
  } else if (message.type === 'request') {
    const { id, request } = message;
    const reading = readingIn(from.language);
    try {
      from.send({ type: 'answer', id, text: await fulfil(server, request, reading), error: null });
    } catch (error) {
      from.send({ type: 'answer', id, text: '', error: reading.ofError(messageOf(error)) });
    }
  } else return;
  reporters.get(from)?.();
}

async function statusOf(
  { services }: RunningServer,
  found: DesktopStatus['alerts'],
  reading: Reading,
): Promise<DesktopStatus> {
  const { network } = services;
  const { shared, fixed, clients_connected, people_online } = await network.state();
  const running = services.backups.running;
  const facts = await services.storage.read((db) => ({
    organization: hasOrganization(db) ? organizationSetting(db, 'name') : null,
  }));
  return {
    ...facts,
    setup_path: services.setupToken.current === null ? null : `/console/setup#token=${services.setupToken.current}`,
    people_online,
    clients_connected,
    shared,
    can_share: !fixed.host,
    addresses: network.reachable.map(({ url, label }) => ({ url, label: reading.ofError(label) })),
    alerts: found,
    sleeps: services.sleeps.recent().map(({ from, until }) => ({ from, until })),
    backup_progress: running && (running.total_bytes > 0 ? running.done_bytes / running.total_bytes : 0),
  };
}

async function alertsFor({ services }: RunningServer, reading: Reading): Promise<DesktopStatus['alerts']> {
  return (await alerts(services, reading)).map(({ severity, title }) => ({ severity, title }));
}

/** @returns what was done, in a sentence of the app's language. @throws Error with a sentence in English */
async function fulfil({ services }: RunningServer, request: ShellRequest, reading: Reading): Promise<string> {
  switch (request.what) {
    case 'share':
      await services.network.setShared(request.on);
      return reading.t(request.on ? 'Others in the network can connect now.' : 'Only this computer can connect now.');
    case 'log_bundle': {
      const { content } = await logBundle(services, await services.storage.read(settingsWithoutSecrets));
      await writeFile(request.path, content, { mode: 0o600 });
      return reading.t('The diagnostics are in {{path}}.', { path: request.path });
    }
    case 'back_up': {
      const { backups } = services;
      if (!backups.start('manual')) throw new Error(phrase('A backup is being made already.'));
      await services.storage.transaction((tx) => {
        setCause(tx, { via: 'desktop_app' });
        audit(systemActing(tx, services, ownOrigin(services)), { kind: 'backup', action: 'started' });
      });
      await backups.settled();
      const plan = await backups.plan();
      if (plan.failure !== null)
        throw new Error(
          reading.t('No backup was created. {{problem}}', { problem: reading.ofError(plan.failure.message) }),
        );
      return reading.t('The backup {{name}} is whole.', { name: (await backups.newest(plan))?.name ?? '' });
    }
  }
}

/** Tells the app that a task is done, before the process ends. */
export async function tellFinished(report: TaskReport): Promise<void> {
  await lastWords({ type: 'finished', report });
}

let toldPercent = -1;

/** Tells the app how far a task is, at every percent. */
export function tellProgress(done: number, total: number): void {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  if (percent === toldPercent) return;
  toldPercent = percent;
  tellShell({ type: 'progress', done, total });
}

/** Tells the app why this process ends. @param expected a failure that a person can do something about. */
export async function tellRefusal(error: unknown, expected: boolean): Promise<void> {
  const message = messageOf(error);
  await lastWords({
    type: 'refused',
    reason: reasonOf(error),
    message: expected ? ofError(message) : t('Something in Hearth itself went wrong: {{message}}', { message }),
    damaged_file: error instanceof DamagedDataError ? error.damage.file : null,
    free_port: error instanceof ListenError ? error.freePort : null,
  });
}

function reasonOf(error: unknown): Refusal {
  if (error instanceof StartRefusedError) return error.reason;
  if (error instanceof ListenError) return 'port';
  return error instanceof UsageError ? 'usage' : 'other';
}
