/** The console's view of what leaves the machine: mail server, networks, push relay, and the queue (administrators; owners change it). */
import { z } from 'zod';
import { deliveryShape, wholeDeliveryShape, type DeliveryWire } from '../../contract/shapes/deliveries.ts';
import { readMailCertificate } from '../../delivery/mail-certificate.ts';
import { reasonOf } from '../../delivery/mail-failures.ts';
import { sendMail, type Mail } from '../../delivery/mail.ts';
import * as queue from '../../delivery/queue.ts';
import type { DeliveryRow } from '../../delivery/queue.ts';
import type { Viewing } from '../../domain/acting.ts';
import * as settings from '../../domain/organization/delivery-settings.shared.ts';
import type { DeliverySettings } from '../../domain/organization/delivery-settings.shared.ts';
import { readingOf } from '../../domain/users/language.shared.ts';
import { webhookContent, webhookHead } from '../../domain/webhooks/request.ts';
import { badRequest } from '../../errors.ts';
import { int, json, text } from '../../http/params.ts';
import { shownMail } from '../../operations/mail-visibility.ts';
import type { ServerServices } from '../../operations/services.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

const settingsAnswer = settings.deliverySettingsSchema.omit({ smtp_password: true }).extend({
  smtp_password_set: z.boolean(),
  smtp_certificate_fingerprint: z.string().nullable().describe('SHA-256 of smtp_certificate; null without one.'),
});

export const getDeliverySettings = endpoint({
  method: 'GET',
  path: '/console/delivery_settings',
  access: 'administrator',
  summary: 'Mail server, networks open to webhooks, push relay; never the mail password.',
  personal: false,
  answer: { settings: settingsAnswer, names: z.array(z.string()) },
  params: {},
  run: ({ read }) =>
    read(({ db }) => ({ settings: settings.deliverySettingsWire(db), names: settings.deliverySettingNames })),
});

export const changeDeliverySettings = endpoint({
  method: 'PATCH',
  path: '/console/delivery_settings',
  // A user who chooses the mail server reads every mail: links that reset an owner's password among them.
  access: 'owner',
  summary: 'Changes how things leave the machine; a setting that is not sent stays.',
  personal: false,
  answer: { settings: settingsAnswer },
  params: { settings: json<Partial<DeliverySettings>>(settings.deliverySettingsSchema.partial()) },
  run: ({ write, params }) =>
    write((acting) => {
      settings.changeDeliverySettings(acting, params.settings);
      return { settings: settings.deliverySettingsWire(acting.db) };
    }),
});

export const checkMailCertificate = endpoint({
  method: 'POST',
  path: '/console/delivery_settings/certificate_check',
  access: 'owner',
  summary: 'Connect to the mail server and read its certificate, to trust it by smtp_certificate. Sends nothing.',
  personal: false,
  answer: {
    certificate: z.string().describe('PEM.'),
    fingerprint: z.string().describe('SHA-256.'),
    subject: z.string(),
    issuer: z.string(),
    valid_to: z.number(),
    problem: z.string().nullable().describe('Why it is not accepted; null where mail is sent to a server with it.'),
    is_trustable: z.boolean().describe('Whether it is accepted once it is trusted.'),
  },
  params: {},
  async run({ read }) {
    const [mail, { ofError }] = await read(({ db, user }) => [settings.deliverySettings(db), readingOf(user)] as const);
    if (mail.smtp_host === '') throw badRequest('Enter and save the mail server first.');
    if (mail.smtp_security === 'none')
      throw badRequest('The connection is not encrypted: there is no certificate. Choose STARTTLS or TLS first.');
    try {
      const shown = await readMailCertificate(mail);
      return { ...shown, problem: shown.problem && ofError(shown.problem) };
    } catch (error) {
      const message = reasonOf(error as Error, mail);
      throw badRequest(`The mail server's certificate could not be read: ${message}`);
    }
  },
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/console/delivery_settings/test_mail',
  access: 'administrator',
  summary: 'Queues a mail to you, to see whether mail works.',
  personal: false,
  answer: {},
  params: {},
  run: ({ write }) =>
    write((acting) => {
      const { t } = readingOf(acting.user);
      sendMail(acting, {
        to: acting.user.delivery_email,
        subject: t('Test email'),
        text: t('This email was sent to see whether email works. It does.'),
      });
      return {};
    }),
});

export const getDeliveries = endpoint({
  method: 'GET',
  path: '/console/deliveries',
  access: 'administrator',
  summary: 'The newest deliveries: mail with its text, webhooks and push without theirs.',
  personal: false,
  answer: { deliveries: z.array(deliveryShape) },
  params: {
    limit: int({ min: 1, max: 1000 }).default(200),
    kind: text({ max: 20 }).optional().describe('"mail", "webhook", "push" or "web_push".'),
    subject_id: int().optional().describe('Of one bot, for webhooks; of one user or invitation otherwise.'),
  },
  run: ({ read, params: { limit, kind, subject_id: subjectId } }) =>
    read((viewing) => ({
      deliveries: queue
        .recentDeliveries(viewing.db, limit, { kind, subjectId })
        .map((row) => deliveryWire(viewing, row)),
    })),
});

export const getDelivery = endpoint({
  method: 'GET',
  path: '/console/deliveries/{delivery_id}',
  access: 'administrator',
  summary:
    'One delivery; of a webhook also what was sent and answered, where you may read the message that it is about.',
  personal: false,
  answer: { delivery: wholeDeliveryShape },
  params: { delivery_id: int() },
  run: ({ read, params }) =>
    read((viewing) => {
      const row = queue.findDelivery(viewing.db, params.delivery_id);
      if (row === undefined) throw badRequest('There is no such delivery.');
      const wire = deliveryWire(viewing, row);
      return { delivery: wire.kind === 'webhook' ? { ...wire, ...webhookContent(viewing, row) } : wire };
    }),
});

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/console/deliveries/{delivery_id}/retry',
  access: 'administrator',
  summary: 'Tries a failed or waiting delivery again now.',
  personal: false,
  answer: {},
  params: { delivery_id: int() },
  run: ({ write, params }) =>
    write((acting) => {
      if (!queue.retryDelivery(acting, params.delivery_id)) throw badRequest('There is no such delivery to try again.');
      return {};
    }),
});

/** What is in a webhook or a push may be a private conversation: only mail, which the console is the outbox of, is shown whole. */
function deliveryWire(viewing: Viewing<ServerServices>, row: DeliveryRow): DeliveryWire {
  const { ofError } = readingOf(viewing.user);
  const common = {
    id: row.id,
    subject_id: row.subject_id,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at,
    next_attempt_at: row.status === 'pending' ? Math.ceil(row.next_attempt_ms / 1000) : null,
    finished_at: row.finished_at,
    last_error: row.last_error && ofError(row.last_error),
    last_status: row.last_status,
  };
  if (row.kind === 'webhook') return { ...common, kind: 'webhook', ...webhookHead(row) };
  if (row.kind === 'push' || row.kind === 'web_push') return { ...common, kind: row.kind };
  const mail = JSON.parse(row.payload) as Mail;
  const shown = shownMail(viewing, mail);
  // What a mail server answers has the address in it.
  const lastError = common.last_error?.replaceAll(mail.to, shown.to) ?? null;
  return { ...common, kind: 'mail', last_error: lastError, ...shown, file: row.response };
}
