/**
 * Background workers: the delivery queue and the sender of scheduled messages, with what each kind of delivery
 * means in the chat, and the jobs. Part of the composition root.
 */
import type { DueTurns } from '../delivery/due-work.ts';
import { mailHandler } from '../delivery/mail.ts';
import { webhookHandler } from '../delivery/outgoing-webhooks.ts';
import { pushHandler } from '../delivery/push.ts';
import { ScheduledMessageSender } from '../delivery/scheduled-message-sender.ts';
import { webPushHandler } from '../delivery/web-push.ts';
import { DeliveryWorker } from '../delivery/worker.ts';
import { ownOrigin, systemViewing, type SystemActing, type SystemViewing } from '../domain/acting.ts';
import { showUser, usersToShow } from '../domain/do-not-disturb/edit.ts';
import { promoteFullMembers } from '../domain/groups/system-groups.shared.ts';
import { preparedPush } from '../domain/messages/notifying/browsers.ts';
import { isStillNews } from '../domain/messages/notifying/phones.ts';
import type { WebhookCall } from '../domain/messages/notifying/trigger-webhooks.ts';
import { buildSearchIndex } from '../domain/messages/search/search-build.ts';
import { sendDigest, usersToDigest } from '../domain/notifications/digest.ts';
import { settleUser, usersToSettle } from '../domain/notifications/missed-messages.ts';
import { deliverySettings } from '../domain/organization/delivery-settings.shared.ts';
import { deactivatedAt, hasOrganization, organizationSetting } from '../domain/organization/rows.ts';
import { tellOfUpdate } from '../domain/organization/version.ts';
import { findDevice, settlePushDevice } from '../domain/push/devices.ts';
import { failScheduledMessage, sendScheduledMessage } from '../domain/scheduled/messages.ts';
import { failReminder, sendReminder } from '../domain/scheduled/reminders.ts';
import { dueScheduled, nextScheduled, type ScheduledRow } from '../domain/scheduled/rows.ts';
import { withVisibilityEvents } from '../domain/visibility/events.shared.ts';
import { settleSubscription } from '../domain/web-push/subscriptions.ts';
import { postWebhookReply, tellWebhookFailure } from '../domain/webhooks/reply.ts';
import { webhookRequest } from '../domain/webhooks/request.ts';
import { hourMs, minuteMs } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { announceToConsoles } from '../operations/console-news.ts';
import type { ServerServices } from '../operations/services.ts';
import { watchEveryMs } from '../operations/sleep-watch.ts';
import { isRefusedByDisk } from '../storage/database.ts';
import { systemTools, type CarefulJob } from './job-tools.ts';
import { linkPreviewWork } from './link-preview-work.ts';
import type { Job, Scheduler } from './scheduler.ts';
import { tidyingJobs } from './tidying.ts';

export interface Workers {
  deliveries: DeliveryWorker<SystemActing>;
  scheduledMessages: ScheduledMessageSender<ScheduledRow, SystemActing>;
  linkPreviews: DueTurns;
  jobs: Job[];
  start(): void;
  stop(): Promise<void>;
}

/**
 * Makes the workers, with turns of the scheduler; nothing runs before `start`.
 * @param stop ends what may take long, before the workers are stopped.
 */
export function makeWorkers(services: ServerServices, scheduler: Scheduler, stop: AbortSignal): Workers {
  const deliveries = makeDeliveryWorker(services, scheduler);
  const scheduledMessages = makeSender(services, scheduler);
  const linkPreviews = scheduler.due(linkPreviewWork(services, stop));
  return {
    deliveries,
    scheduledMessages,
    linkPreviews,
    jobs: makeJobs(services, stop),
    start() {
      deliveries.start();
      scheduledMessages.start();
      linkPreviews.start();
    },
    async stop() {
      await Promise.all([deliveries.stop(), scheduledMessages.stop(), linkPreviews.stop()]);
    },
  };
}

function makeDeliveryWorker(services: ServerServices, scheduler: Scheduler): DeliveryWorker<SystemActing> {
  const { storage, options } = services;
  const mail = mailHandler<SystemActing>(
    options.dataDir,
    async () => storage.read((db) => ({ ...deliverySettings(db), organization: organizationSetting(db, 'name') })),
    (acting) => announceToConsoles(acting, 'outbox'),
  );
  const webhook = webhookHandler<SystemActing>({
    prepare: async (delivery) =>
      storage.read((db) => {
        const request = webhookRequest(db, delivery.subject_id ?? 0, callOf(delivery));
        return request && { ...request, allowedNetworks: deliverySettings(db).webhook_allowed_networks };
      }),
    reply: (acting, delivery, content) =>
      postWebhookReply(acting, delivery.subject_id ?? 0, callOf(delivery).messageId, content),
    failed: (acting, delivery, failure) =>
      tellWebhookFailure(acting, delivery.subject_id ?? 0, callOf(delivery).messageId, failure),
  });
  const push = pushHandler<SystemActing>({
    prepare: async (userId, errand) =>
      storage.read((db) => {
        const { push_relay_url: relayUrl, ntfy_upstream_url: upstream } = deliverySettings(db);
        if (errand.type === 'wake_up') {
          const isWanted = isStillNews(systemViewing(db, services, ownOrigin(services)), errand.key);
          return upstream !== '' && isWanted ? { relayUrl: upstream, device: undefined } : undefined;
        }
        if (relayUrl === '') return undefined;
        return {
          relayUrl,
          device: errand.type === 'register_token' ? undefined : findDevice(db, userId, errand.pushAccountId),
        };
      }),
    settle: settlePushDevice,
  });
  const webPush = webPushHandler<SystemActing>({
    prepare: async (userId, errand) =>
      storage.read((db) => preparedPush(systemViewing(db, services, ownOrigin(services)), userId, errand)),
    settle: settleSubscription,
  });
  return new DeliveryWorker({
    ...systemTools(services),
    schedule: (work) => scheduler.due(work),
    handlers: [mail, webhook, push, webPush],
  });
}

const callOf = ({ payload }: { payload: string }): WebhookCall => JSON.parse(payload) as WebhookCall;

function makeSender(
  services: ServerServices,
  scheduler: Scheduler,
): ScheduledMessageSender<ScheduledRow, SystemActing> {
  return new ScheduledMessageSender<ScheduledRow, SystemActing>({
    ...systemTools(services),
    schedule: (work) => scheduler.due(work),
    // Nothing is sent in the name of people who cannot get in.
    due: (db, now) => (deactivatedAt(db) === null ? dueScheduled(db, now) : []),
    next: (db) => (deactivatedAt(db) === null ? nextScheduled(db) : null),
    send: (acting, row) => (row.kind === 'reminder' ? sendReminder(acting, row) : sendScheduledMessage(acting, row)),
    fail: (acting, row, reason) =>
      row.kind === 'reminder' ? failReminder(acting, row, reason) : failScheduledMessage(acting, row, reason),
    reasonOf: (error) => (error instanceof ApiError ? error.message : undefined),
    isPassing: isRefusedByDisk,
  });
}

function makeJobs(services: ServerServices, stop: AbortSignal): Job[] {
  const isSettled = (): boolean => services.options.timekeeper?.isSettled ?? true;
  const waiting = (job: CarefulJob): Job => ({
    ...job,
    run: async () => (job.waitsForClock === true && !isSettled() ? undefined : job.run()),
  });
  return [...tidyingJobs(services), ...chatJobs(services, stop), ...serverJobs(services, stop)].map(waiting);
}

/** What the chat does when its time has come. */
function chatJobs(services: ServerServices, stop: AbortSignal): CarefulJob[] {
  const { read, writeAsSystem } = systemTools(services);
  // A user who is found is looked at again in a transaction, so that nothing need hold still in the meantime.
  const inSlices = async <T>(start: (viewing: SystemViewing) => Generator<void, T>): Promise<T> =>
    services.storage.readInSlices((db) => start(systemViewing(db, services, ownOrigin(services))), {});
  return [
    {
      name: 'full members',
      everyMs: hourMs,
      isKept: true,
      waitsForClock: true,
      run: async () =>
        writeAsSystem(
          (acting) => void withVisibilityEvents(acting, { groups: true }, () => promoteFullMembers(acting)),
        ),
    },
    {
      name: 'do not disturb',
      everyMs: 5000,
      run: async () => {
        const nowSecs = Math.floor(services.options.clock() / 1000);
        for (const userId of await read((db) => usersToShow(db, nowSecs)))
          await writeAsSystem((acting) => showUser(acting, userId));
      },
    },
    {
      name: 'missed messages',
      everyMs: minuteMs / 2,
      run: async () => {
        const due = (await read(deactivatedAt)) === null ? await inSlices(usersToSettle) : [];
        // One a transaction, so that requests pass in between.
        for (const userId of due) await writeAsSystem((acting) => settleUser(acting, userId));
      },
    },
    {
      name: 'digests',
      everyMs: hourMs,
      isKept: true,
      run: async () => {
        const due = (await read(deactivatedAt)) === null ? await inSlices(usersToDigest) : [];
        for (const userId of due) await writeAsSystem((acting) => sendDigest(acting, userId));
      },
    },
    {
      name: 'search index',
      everyMs: minuteMs,
      // Soon: after an update all of it is made again.
      firstMs: 2000,
      run: async () => buildSearchIndex(services, stop),
    },
  ];
}

/** What the server does for itself. */
function serverJobs(services: ServerServices, stop: AbortSignal): CarefulJob[] {
  const { read, writeAsSystem } = systemTools(services);
  return [
    {
      name: 'certificate files',
      everyMs: minuteMs,
      run: async () => services.followedCertificate.look(services),
    },
    {
      name: 'public certificate',
      everyMs: minuteMs,
      // An order takes minutes, and nothing waits for it.
      run: async () =>
        void services.publicCertificate
          .look(services)
          .catch((error: unknown) => services.log.error({ err: error }, 'the certificate could not be kept')),
    },
    { name: 'network addresses', everyMs: 5000, run: async () => services.network.look() },
    // A user who starts a demo wants to see it first.
    { name: 'scenarios', everyMs: minuteMs, firstMs: 20_000, run: async () => services.demo?.buildAhead() },
    {
      name: 'directory',
      everyMs: hourMs,
      isKept: true,
      run: async () => void (await services.directory.synchronize()),
    },
    {
      name: 'sign-in checks',
      everyMs: hourMs,
      isKept: true,
      waitsForClock: true,
      run: async () => services.signInChecks.run(stop),
    },
    { name: 'unwritten sign-ins', everyMs: 5000, run: async () => services.unwritten.write() },
    { name: 'time', everyMs: minuteMs, firstMs: 2000, run: async () => services.options.timekeeper?.keep() },
    { name: 'sleep watch', everyMs: watchEveryMs, run: async () => services.sleeps.look() },
    {
      name: 'backups',
      everyMs: 10 * minuteMs,
      // Soon, but not while people are waiting for the server to come back.
      firstMs: minuteMs,
      // Not waited for: a server that stops need not finish its backup.
      run: async () => void (await services.backups.startIfDue()),
    },
    {
      name: 'update notice',
      everyMs: 24 * hourMs,
      // Not while people are waiting for the server to come back.
      firstMs: 10_000,
      run: async () => {
        if (await read(hasOrganization)) await writeAsSystem(tellOfUpdate);
      },
    },
  ];
}
