/**
 * Alerts that need attention: the one list behind the status in the console, the overview and the tray of the desktop app.
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
import type { Reading, Say } from '../texts.ts';
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

/** What is to be looked at now, the worst first, in the language of its reader. */
export async function alerts(services: ServerServices, reading: Reading): Promise<Alert[]> {
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
  const facts: AlertFacts = {
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
  };
  return alertsFrom(facts, reading);
}

/** The rule itself. */
export function alertsFrom(facts: AlertFacts, reading: Reading): Alert[] {
  const { t } = reading;
  const problem = (text: string | null): string | null => text && sentence(reading.ofError(text));
  const lines = [
    ...ofStorage(facts.storage, reading),
    ...ofClock(facts.clock, t),
    ...ofNetwork(facts.network, reading),
    ...ofCertificate(facts, reading),
    ...ofConnections(facts.refusesConnections, t),
    ...ofFiles(facts.filesHang, t),
    ...strayAlerts(facts.strays, t),
    ...ofBackups(facts, reading),
    ...signInAlerts(problem(facts.directory), problem(facts.providers), t),
    ...ofMail(facts.mail, reading),
    ...ofWebhooks(facts.webhooks, reading),
    ...ofPush(facts.push, reading),
    ...ofInvitations(facts.expiring, t),
    ...facts.sleeps.map((sleep) => ofSleep(sleep, t)),
  ];
  return lines.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

const ofConnections = (wereRefused: boolean, t: Say): Alert[] =>
  wereRefused
    ? [
        {
          kind: 'too_many_connections',
          severity: 'warning',
          title: t('Too many connections'),
          message: t(
            "New connections were refused in the last hour because too many were open. Close programs that open many connections, or raise the server's limit of open files (ulimit -n) and restart it.",
          ),
          screen: null,
        },
      ]
    : [];

function ofNetwork({ problem, changed }: AlertFacts['network'], { t, ofError }: Reading): Alert[] {
  const screen = { path: '/network', label: t('Open network') };
  const lines: Alert[] = [];
  if (problem !== null)
    lines.push({
      kind: 'network_failing',
      severity: 'warning',
      title: t('Other devices may be unable to connect'),
      message: sentence(ofError(problem)),
      screen,
    });
  if (changed !== null)
    lines.push({
      kind: 'address_changed',
      severity: 'warning',
      title: t('The address of the server has changed'),
      message: t('The address changed from {{from}} to {{to}}. Give your team the new address or its QR code.', {
        from: changed.from,
        to: changed.to,
      }),
      screen,
    });
  return lines;
}

function ofMail(failure: MailFailure | null, { t, ofError }: Reading): Alert[] {
  if (failure === null) return [];
  const error = sentence(ofError(failure.error));
  const { waiting } = failure;
  return [
    {
      kind: 'mail_failing',
      severity: 'warning',
      title: t('Email cannot be delivered'),
      message:
        waiting === 0
          ? t(
              'The mail server rejected emails or is unreachable: {{error}} Check the settings and send a test email.',
              {
                error,
              },
            )
          : t(
              'The mail server rejected emails or is unreachable: {{error}} Emails waiting: {{waiting}}. Check the settings and send a test email.',
              { error, waiting },
            ),
      screen: { path: '/organization/mail', label: t('Open mail settings') },
    },
  ];
}

function ofWebhooks(failures: readonly WebhookFailure[], { t, ofError }: Reading): Alert[] {
  const [newest] = failures;
  if (newest === undefined) return [];
  const name = newest.full_name;
  // The bot's program has never been asked: its network is what has to be allowed.
  const isPrivate = isPrivateRefusal(newest.error);
  const said = [
    t('Failed calls of {{name}} within a day: {{failed}}. {{error}}', {
      name,
      failed: newest.failed,
      error: sentence(ofError(newest.error)),
    }),
    ...(failures.length === 1 ? [] : [t('Calls of other bots fail too: {{others}}.', { others: failures.length - 1 })]),
    isPrivate
      ? t('An owner can allow that network.')
      : t("Check that the bot's program is running, and retry in its log."),
  ];
  return [
    {
      kind: 'webhooks_failing',
      severity: 'warning',
      title: failures.length === 1 ? t("{{name}} can't be reached", { name }) : t("Bots can't be reached"),
      message: said.join(' '),
      screen: isPrivate
        ? { path: '/organization/outgoing', label: t('Open webhook settings') }
        : { path: `/users/${newest.bot_id}`, label: t('Open its log') },
    },
  ];
}

function ofPush(error: string | null, { t, ofError }: Reading): Alert[] {
  if (error === null) return [];
  return [
    {
      kind: 'push_failing',
      severity: 'warning',
      title: t('Phones are not notified'),
      message: t(
        'The last push failed: {{error}} Messages appear when the app is opened. Check the address of the push relay.',
        { error: sentence(ofError(error)) },
      ),
      screen: { path: '/organization/mail', label: t('Open push settings') },
    },
  ];
}

function ofInvitations(count: number, t: Say): Alert[] {
  if (count === 0) return [];
  return [
    {
      kind: 'invitations_expiring',
      severity: 'notice',
      title: count === 1 ? t('An invitation is about to expire') : t('Invitations are about to expire'),
      message: t(
        'Invitations that were not accepted and expire within a day: {{invitations}}. Resend those that are still needed. The time then starts again.',
        { invitations: count },
      ),
      screen: { path: '/invites', label: t('Open invites') },
    },
  ];
}

function ofSleep(sleep: Sleep, t: Say): Alert {
  const [from, until] = [clockTime(sleep.from), clockTime(sleep.until)];
  return {
    kind: 'was_asleep',
    severity: 'notice',
    title: t('Computer was asleep {{from}}–{{until}}', { from, until }),
    message: t(
      'This computer was asleep from {{from}} to {{until}}, and no one could connect. Clients are connected again. To prevent this, keep the computer awake in its power settings or in the settings of the desktop app.',
      { from, until },
    ),
    screen: null,
  };
}

/** As the clock on this computer's wall shows it. */
function clockTime(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(ms));
}
