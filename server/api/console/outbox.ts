/**
 * The outbox, to be read like a mailbox: mail that stays in the data folder because there is no mail server. Only files
 * that the outbox itself can have written are looked at. Of a mail whose text is not the viewer's, neither HTML nor source is reported.
 */
import type { Email } from 'postal-mime';
import { z } from 'zod';
import { outboxMailShape, readMailShape } from '../../contract/shapes/invitations.ts';
import type { OutboxMail } from '../../contract/shapes/invitations.ts';
import { sensitivity, type Mail } from '../../delivery/mail.ts';
import { listOutbox, readFromOutbox } from '../../delivery/outbox.ts';
import { coded } from '../../errors.ts';
import { int, text } from '../../http/params.ts';
import { shownMail } from '../../operations/mail-visibility.ts';
import { loadWithSpares } from '../../spare-descriptors.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

export const getOutbox = endpoint({
  method: 'GET',
  path: '/console/outbox',
  access: 'administrator',
  summary: 'Mail in the outbox, the newest first, without its text.',
  personal: false,
  answer: {
    mails: z.array(outboxMailShape),
    total: z.number(),
    unseen: z.number().describe('How many are newer than `seen`; all of them without it.'),
  },
  params: {
    limit: int({ min: 0, max: 1000 }).default(200),
    seen: text({ max: 100 }).optional().describe('Name of the newest mail that was looked at.'),
  },
  async run({ services, read, params: { limit, seen = '' } }) {
    const { dataDir } = services.options;
    const { default: PostalMime } = await loadWithSpares(() => import('postal-mime'));
    const names = await listOutbox(dataDir);
    const mails = [];
    // One after the other: a thousand files at once would only hold up everyone else.
    for (const name of names.slice(0, limit)) {
      const message = await readFromOutbox(dataDir, name);
      if (message === null) continue;
      const mail = await PostalMime.parse(message);
      const shown = await read((viewing) => shownMail(viewing, readMail(mail)));
      const { text: _text, ...head } = mailWire(name, mail);
      mails.push({ ...head, to: [shown.to], subject: shown.subject, size: message.length });
    }
    return { mails, total: names.length, unseen: names.filter((name) => name > seen).length };
  },
});

export const getOutboxMail = endpoint({
  method: 'GET',
  path: '/console/outbox/{name}',
  access: 'administrator',
  summary: 'One mail of the outbox: text, HTML, headers and source.',
  personal: false,
  answer: { mail: readMailShape },
  params: { name: text({ max: 100 }).describe('Name of the file, as listed.') },
  async run({ services, read, params: { name } }) {
    const message = await readFromOutbox(services.options.dataDir, name);
    if (message === null) throw coded('MAIL_NOT_FOUND', 'There is no such mail in the outbox.', 404);
    const { default: PostalMime } = await loadWithSpares(() => import('postal-mime'));
    const mail = await PostalMime.parse(message);
    const own = readMail(mail);
    const shown = await read((viewing) => shownMail(viewing, own));
    const isWhole = shown.text === own.text && shown.to === own.to;
    return {
      mail: {
        ...mailWire(name, mail),
        to: [shown.to],
        subject: shown.subject,
        text: shown.text,
        size: message.length,
        html: isWhole ? (mail.html ?? null) : null,
        headers: isWhole ? mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })) : [],
        source: isWhole ? message.toString('utf8') : null,
      },
    };
  },
});

type MailWire = Omit<OutboxMail, 'size' | 'to'> & { text: string };

function mailWire(name: string, mail: Email): MailWire {
  const written = Date.parse(mail.date ?? '');
  return {
    name,
    from: mail.from === undefined ? '' : addressLine(mail.from),
    subject: mail.subject ?? '',
    date: Number.isNaN(written) ? null : Math.floor(written / 1000),
    text: mail.text ?? '',
  };
}

const readMail = (mail: Email): Pick<Mail, 'to' | 'subject' | 'text' | 'isPrivate'> => ({
  to: mail.to?.[0]?.address ?? '',
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  isPrivate: mail.headers.some(({ key }) => key === sensitivity.toLowerCase()),
});

function addressLine({ name, address }: { name: string; address?: string | undefined }): string {
  if (address === undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}
