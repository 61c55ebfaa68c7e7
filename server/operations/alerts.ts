/**
 * What someone should look at: the one list behind the status in the console, the overview and the tray of the desktop app.
 * Every failure that the server knows of itself has a line here, with what it means and what to do next.
 */
import type { NetworkState } from '../contract/shapes/network.ts';
import type { Alert } from '../contract/shapes/overview.ts';
import { pushFailure, webhookFailures, type WebhookFailure } from '../delivery/failures.ts';
import { isPrivateRefusal } from '../delivery/network-guard.ts';
import { mailFailure, type MailFailure } from '../delivery/queue.ts';
import { ownOrigin, systemViewing, uptimeMs } from '../domain/acting.ts';
import { directoryState, usesDirectory } from '../domain/directory/settings.shared.ts';
import { expiringInvitations } from '../domain/invitations/invitations.ts';
import { signInChecksProblem } from '../domain/single-sign-on/checks.ts';
import { dayMs } from '../durations.ts';
import { gateOf } from '../file-gates.ts';
import type { ClockProblem } from '../options.ts';
import { uploadsRoot } from '../uploads/files.ts';
import { backupAlerts as ofBackups, type BackupState } from './backups/alerts.ts';
import { certificateAlerts as ofCertificate, type CertificateFacts } from './certificate-alerts.ts';
import { clockAlerts as ofClock } from './clock-alerts.ts';
import type { ServerServices } from './services.ts';
import { signInAlerts } from './sign-in-alerts.ts';
import type { Sleep } from './sleep-watch.ts';
import {
  fileAlerts as ofFiles,
  recentStrays,
  sentence,
  storageAlerts as ofStorage,
  type StorageFacts,
  strayAlerts,
} from './storage-alerts.ts';

export interface AlertFacts extends BackupState, CertificateFacts {
  storage: StorageFacts;
  mail: MailFailure | null;
  webhooks: readonly WebhookFailure[];
  /** What the last push met; null while push works, or is not used. */
  push: string | null;
  /** Invitations that no one has accepted and that run out within a day. */
  expiring: number;
  sleeps: readonly Sleep[];
  /** Folder in which uploads without a record were put within the last week; null for none. */
  strays: string | null;
  /** Whether connections were refused within the last hour. */
  refusesConnections: boolean;
  /** Whether the disk with the uploaded files does not answer. */
  filesHang: boolean;
  network: Pick<NetworkState, 'problem' | 'changed'>;
  /** Why accounts are not kept as the directory says; null while they are. */
  directory: string | null;
  /** Why people are not kept as providers of single sign-on say; null while they are. */
  providers: string | null;
  clock: ClockProblem | null;
}

const order = ['error', 'warning', 'notice'];
/** How long a start goes on telling what it found, in milliseconds. */
const foundAtStartMs = 7 * dayMs;

/** What is to be looked at now, the worst first. */
export async function alerts(services: ServerServices): Promise<Alert[]> {
  const { backups, storage, sleeps } = services;
  const plan = await backups.plan();
  const [newest, room, network, read] = await Promise.all([
    backups.newest(plan),
    backups.dataRoom(),
    services.network.state(),
    storage.read((db) => {
      const { now } = systemViewing(db, services, ownOrigin(services));
      return {
        now,
        mail: mailFailure(db, now),
        webhooks: webhookFailures(db, now),
        push: pushFailure(db, now),
        expiring: expiringInvitations(db, now),
        directory: usesDirectory(db) ? (directoryState(db)?.problem ?? null) : null,
        providers: signInChecksProblem(db),
      };
    }),
  ]);
  const isFresh = uptimeMs(services) < foundAtStartMs;
  const stats = storage.stats();
  return alertsFrom({
    ...plan,
    pruneProblem: backups.pruneProblem,
    // An invented office has an invented founding day, and nothing that anybody would miss.
    ...(services.demo === null ? { newest } : { newest: null, createdAt: null }),
    room,
    network,
    certificate: network.https.enabled ? network.https.certificate : null,
    certificateFiles: (await services.followedCertificate.state(services))?.problem ?? null,
    certificateOrder: (await services.publicCertificate.state(services))?.problem ?? null,
    ...read,
    storage: { ...stats, ...(!isFresh && { tornBytes: 0, isEndUnknown: false }) },
    sleeps: sleeps.recent(),
    clock: services.options.timekeeper?.problem ?? null,
    strays: await recentStrays(services),
    refusesConnections: services.connections.wereRefused,
    filesHang: gateOf(uploadsRoot(services.options.dataDir))?.isHanging === true,
  });
}

/** The rule itself. */
export function alertsFrom(facts: AlertFacts): Alert[] {
  const lines = [
    ...ofStorage(facts.storage),
    ...ofClock(facts.clock),
    ...ofNetwork(facts.network),
    ...ofCertificate(facts),
    ...ofConnections(facts.refusesConnections),
    ...ofFiles(facts.filesHang),
    ...strayAlerts(facts.strays),
    ...ofBackups(facts),
    ...signInAlerts(facts.directory && sentence(facts.directory), facts.providers && sentence(facts.providers)),
    ...ofMail(facts.mail),
    ...ofWebhooks(facts.webhooks),
    ...ofPush(facts.push),
    ...ofInvitations(facts.expiring),
    ...facts.sleeps.map(ofSleep),
  ];
  return lines.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

const ofConnections = (wereRefused: boolean): Alert[] =>
  wereRefused
    ? [
        {
          kind: 'too_many_connections',
          severity: 'warning',
          title: 'Too many connections',
          message:
            "New connections were refused in the last hour because too many were open. Close programs that open many connections, or raise the server's limit of open files (ulimit -n) and restart it.",
          screen: null,
        },
      ]
    : [];

function ofNetwork({ problem, changed }: AlertFacts['network']): Alert[] {
  const screen = { path: '/network', label: 'Open network' };
  const lines: Alert[] = [];
  if (problem !== null)
    lines.push({
      kind: 'network_failing',
      severity: 'warning',
      title: 'Other devices may be unable to connect',
      message: sentence(problem),
      screen,
    });
  if (changed !== null)
    lines.push({
      kind: 'address_changed',
      severity: 'warning',
      title: 'The address of the server has changed',
      message: `The address changed from ${changed.from} to ${changed.to}. Give your team the new address or its QR code.`,
      screen,
    });
  return lines;
}

function ofMail(failure: MailFailure | null): Alert[] {
  if (failure === null) return [];
  const waiting = failure.waiting === 0 ? '' : ` ${failure.waiting} ${failure.waiting === 1 ? 'is' : 'are'} waiting.`;
  return [
    {
      kind: 'mail_failing',
      severity: 'warning',
      title: 'Email cannot be delivered',
      message: `The mail server rejected emails or is unreachable: ${sentence(failure.error)}${waiting} Check the settings and send a test email.`,
      screen: { path: '/organization/mail', label: 'Open mail settings' },
    },
  ];
}

function ofWebhooks(failures: readonly WebhookFailure[]): Alert[] {
  const [newest] = failures;
  if (newest === undefined) return [];
  const others = failures.length === 1 ? '' : ` Calls of ${failures.length - 1} other bots fail too.`;
  // The bot's program has never been asked: its network is what has to be allowed.
  const [advice, screen] = isPrivateRefusal(newest.error)
    ? ['An owner can allow that network.', { path: '/organization/outgoing', label: 'Open webhook settings' }]
    : [
        "Check that the bot's program is running, and retry in its log.",
        { path: `/users/${newest.bot_id}`, label: 'Open its log' },
      ];
  const calls = newest.failed === 1 ? '1 call of' : `${newest.failed} calls of`;
  return [
    {
      kind: 'webhooks_failing',
      severity: 'warning',
      title: failures.length === 1 ? `${newest.full_name} can't be reached` : "Bots can't be reached",
      message: `Within a day, ${calls} ${newest.full_name} failed: ${sentence(newest.error)}${others} ${advice}`,
      screen,
    },
  ];
}

function ofPush(error: string | null): Alert[] {
  if (error === null) return [];
  return [
    {
      kind: 'push_failing',
      severity: 'warning',
      title: 'Phones are not notified',
      message: `The last push failed: ${sentence(error)} Messages appear when the app is opened. Check the address of the push relay.`,
      screen: { path: '/organization/mail', label: 'Open push settings' },
    },
  ];
}

function ofInvitations(count: number): Alert[] {
  if (count === 0) return [];
  const what = count === 1 ? 'an invitation' : `${count} invitations`;
  return [
    {
      kind: 'invitations_expiring',
      severity: 'notice',
      title: count === 1 ? 'An invitation is about to expire' : 'Invitations are about to expire',
      message: `Within a day, ${what} not yet accepted will expire. Resend the invitations that are still needed. The time then starts again.`,
      screen: { path: '/invites', label: 'Open invites' },
    },
  ];
}

function ofSleep({ from, until }: Sleep): Alert {
  return {
    kind: 'was_asleep',
    severity: 'notice',
    title: `Computer was asleep ${clockTime(from)}–${clockTime(until)}`,
    message: `This computer was asleep from ${clockTime(from)} to ${clockTime(until)}, and no one could connect. Clients are connected again. To prevent this, keep the computer awake in its power settings or in the settings of the desktop app.`,
    screen: null,
  };
}

/** As the clock on this computer's wall shows it. */
function clockTime(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(ms));
}
