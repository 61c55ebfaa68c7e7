/**
 * The mail to someone who signed in with a browser or program that they had not used before (setting `enable_login_emails`): if it
 * was not them, they learn of it. Owns the table known_devices.
 */
import { parse } from 'bowser';
import { sendMail } from '../../delivery/mail.ts';
import { ifPast } from '../../durations.ts';
import type { Reader } from '../../storage/database.ts';
import { systemActing, type ChatServices, type SystemActing } from '../acting.ts';
import { mailBody } from '../notifications/mail-layout.ts';
import { unsubscribing } from '../notifications/unsubscribe.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { readingOf } from '../users/language.shared.ts';
import { localTime } from '../users/local-time.shared.ts';
import type { UserRow } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { writeSignIn } from './write-sign-in.ts';

/** Devices that are remembered of a user; the oldest make room. */
const mostDevices = 50;
/** A user who has just got an account is signing in for the first time anyway: seconds. */
const newAccountSecs = 60;

/** A name for what sent a request, without its version: "Firefox on Windows", or the name of a program. */
function deviceOf(userAgent: string): string {
  const { browser, os } = parse(userAgent === '' ? 'unknown' : userAgent.slice(0, 300));
  if (browser.name === undefined || browser.name === '') return userAgent.split(/[/\s]/)[0]?.slice(0, 60) ?? '';
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`;
}

/** Where a right password came from. */
interface SignIn {
  userAgent: string;
  ip: string;
  /** As the caller addressed us: "http://192.168.1.20:7420". */
  origin: string;
}

const isKnownDevice = (db: Reader, userId: number, device: string): boolean =>
  db.get('SELECT 1 FROM known_devices WHERE user_id = ? AND device = ?', userId, device) !== undefined;

/**
 * Remembers what someone signed in with, and mails them when it is new; on a full disk this happens later (write-sign-in.ts).
 */
export async function noteSignIn(services: ChatServices, user: UserRow, from: SignIn): Promise<void> {
  const device = deviceOf(from.userAgent);
  if (await services.storage.read((db) => isKnownDevice(db, user.id, device))) return;
  await writeSignIn(
    services,
    (write, options) => services.storage.transaction((tx) => write(systemActing(tx, services, from.origin)), options),
    (acting) => noteDevice(acting, user, device, from.ip),
  );
}

function noteDevice(acting: SystemActing, user: UserRow, device: string, ip: string): void {
  const { db, tx, now } = acting;
  if (isKnownDevice(db, user.id, device)) return;
  tx.run('INSERT INTO known_devices (user_id, device, first_sign_in) VALUES (?, ?, ?)', user.id, device, now);
  tx.run(
    `DELETE FROM known_devices WHERE user_id = ? AND device NOT IN
       (SELECT device FROM known_devices WHERE user_id = ? ORDER BY first_sign_in > ?, first_sign_in DESC, device LIMIT ?)`,
    user.id,
    user.id,
    // Devices that a wrong clock dated ahead push out none of today.
    now,
    mostDevices,
  );
  const isNew = now - ifPast(user.date_joined, now) < newAccountSecs;
  if (!isNew && userSetting(db, user, 'enable_login_emails')) mailSignIn(acting, user, device, ip);
}

function mailSignIn(acting: SystemActing, user: UserRow, device: string, ip: string): void {
  const organization = organizationSetting(acting.db, 'name');
  const { parts, headers } = unsubscribing(acting, user, 'sign-ins');
  const { t, language } = readingOf(user);
  const when = localTime(acting.db, user, acting.now);
  sendMail(acting, {
    to: user.delivery_email,
    subject: t('New sign-in to {{organization}}', { organization }),
    ...mailBody(language, [
      { kind: 'paragraph', text: t('Hello {{name}},', { name: user.full_name }) },
      {
        kind: 'paragraph',
        text: t('New sign-in to your account on {{organization}}: {{device}}, from the address {{ip}}, {{when}}.', {
          organization,
          device: device === '' ? t('an unknown app') : device,
          ip,
          when,
        }),
      },
      {
        kind: 'paragraph',
        text: t('If this was you, ignore this email. If not, change your password now. This ends all other sessions.'),
      },
      { kind: 'link', text: t('Open the settings'), href: `${originForOthers(acting)}/chat/#settings` },
      ...parts,
    ]),
    headers,
    subjectId: user.id,
  });
}
