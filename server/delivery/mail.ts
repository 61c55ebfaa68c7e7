/**
 * Mail: one port for everything that goes to an address. By SMTP when the organization has set it up,
 * otherwise into the outbox of the data folder, where the console shows it.
 */
import type { SystemActing } from '../domain/acting.ts';
import { enqueueDelivery } from './queue.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** What the mail is about, for the console: the id of an invitation or a user. */
  subjectId?: number;
}

/** Queues a mail; it leaves once the transaction is on disk, and is retried across restarts. */
export function sendMail(acting: SystemActing, mail: Mail): void {
  const { subjectId = null, ...payload } = mail;
  enqueueDelivery(acting, { kind: 'mail', subjectId, payload });
}
