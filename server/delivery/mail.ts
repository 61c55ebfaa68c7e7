/**
 * Mail: one port for everything that goes to an address. By SMTP when the organization has set it up,
 * otherwise into the outbox of the data folder, where the console shows it.
 */
import type { SendMailOptions } from 'nodemailer';
import { minuteMs } from '../durations.ts';
import { connectionOptions, type MailConnection } from './mail-certificate.ts';
import { isRefusedForGood, reasonOf } from './mail-failures.ts';
import { writeToOutbox } from './outbox.ts';
import { enqueueDelivery, type DeliveryRow, type Enqueuing } from './queue.ts';
import { DeliveryError, type DeliveryHandler } from './worker.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Further ones, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
  /** It holds what people write to each other: only its reader sees it in the console, and it is not kept once it has left. */
  isPrivate?: boolean;
  /** What the mail is about, for the console: the id of an invitation or a user. */
  subjectId?: number;
}

/** Queues a mail; it leaves once the transaction is on disk, and is retried across restarts. @returns false when too many wait, and it was not queued. */
export function sendMail(acting: Enqueuing, mail: Mail): boolean {
  const { subjectId = null, ...payload } = mail;
  return enqueueDelivery(acting, { kind: 'mail', subjectId, payload }).accepted;
}

/** Of the mail server; an empty host means the outbox. */
export interface MailSettings extends MailConnection {
  smtp_user: string;
  smtp_password: string;
  smtp_from: string;
  /** Name beside the address that mail comes from. */
  organization: string;
}

// Some 20 hours: a mail server that is down over a night is back by then.
const pausesMs = [1, 2, 5, 15, 30, 60, 120, 240, 360, 360].map((minutes) => minutes * minuteMs);
/** The header that says of a mail that it is its reader's alone (RFC 2156). */
export const sensitivity = 'Sensitivity';
/** Reserved, so that an answer to it reaches no one. */
const defaultFrom = 'noreply@hearth.invalid';

/** @param tellOfOutbox in the transaction that notes that a mail lies there. */
export function mailHandler<A>(
  dataDir: string,
  readSettings: () => Promise<MailSettings>,
  tellOfOutbox: (acting: A) => void,
): DeliveryHandler<A> {
  return {
    kind: 'mail',
    pausesMs,
    async send(delivery) {
      const settings = await readSettings();
      const message = compose(delivery, settings);
      if (settings.smtp_host === '') {
        const { createTransport } = await import('nodemailer');
        const { message: raw } = await createTransport({
          streamTransport: true,
          buffer: true,
          newline: 'windows',
        }).sendMail(message);
        const name = await writeToOutbox(
          dataDir,
          delivery.id,
          delivery.created_at,
          Buffer.isBuffer(raw) ? raw : Buffer.from(''),
        );
        return { response: `outbox/${name}`, follow: tellOfOutbox };
      }
      return sendBySmtp(message, settings);
    },
  };
}

function compose(delivery: DeliveryRow, settings: MailSettings): SendMailOptions {
  const { to, subject, text, html, headers = {}, isPrivate = false } = JSON.parse(delivery.payload) as Mail;
  const from = settings.smtp_from === '' ? defaultFrom : settings.smtp_from;
  return {
    from: { name: settings.organization, address: from },
    // As an object: an address is never read as a list of them.
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    date: new Date(delivery.created_at * 1000),
    // The same on every attempt, so that a mail server can drop a second copy.
    messageId: `<delivery-${delivery.id}-${delivery.created_at}@${from.split('@')[1] ?? 'hearth.invalid'}>`,
    headers: { ...headers, 'Auto-Submitted': 'auto-generated', ...(isPrivate && { [sensitivity]: 'Private' }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function sendBySmtp(
  message: SendMailOptions,
  settings: MailSettings,
): Promise<{ status?: number; response: string }> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...connectionOptions(settings),
    ...(settings.smtp_user !== '' && { auth: { user: settings.smtp_user, pass: settings.smtp_password } }),
  });
  try {
    const { response } = await transport.sendMail(message);
    return { response };
  } catch (error) {
    const failure = error as Error & { responseCode?: number; command?: string };
    throw new DeliveryError(reasonOf(failure, settings), {
      status: failure.responseCode,
      permanent: isRefusedForGood(failure),
      cause: error,
    });
  } finally {
    transport.close();
  }
}
