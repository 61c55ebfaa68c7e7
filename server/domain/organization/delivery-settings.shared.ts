/**
 * Delivery settings of the server: the mail server, which private networks webhooks may reach, the push relay.
 * Kept with the organization's settings on the server only: never part of events, registration or logs, and the
 * mail password is never read back.
 */
import { z } from 'zod';
import { certificateIn, fingerprintOf } from '../../delivery/mail-certificate.ts';
import { parseNetwork } from '../../delivery/network-guard.ts';
import { everyone } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { serverSetting, storeServerSetting } from './rows.ts';

const network = z
  .string()
  .max(50)
  .refine(isNetwork, { message: 'Not a network; write for example 192.168.0.0/16', params: { whole: true } });
/** Longer than any certificate; with those that sign it, none is this long either. */
const longestCertificate = 20_000;
const certificate = z
  .string()
  .trim()
  .max(longestCertificate)
  .refine((text) => text === '' || fingerprintOf(text) !== null, {
    message: 'Not a certificate in PEM format (-----BEGIN CERTIFICATE-----)',
    params: { whole: true },
  });
const httpUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]);

/** Every setting, with what is right for it. An empty host or address means: not configured. */
export const deliverySettingsSchema = z
  .object({
    smtp_host: z.string().trim().max(255),
    smtp_port: z.int().min(1).max(65_535),
    /** `tls` from the first byte, `starttls` required after the greeting, `none` in the clear. */
    smtp_security: z.enum(['none', 'starttls', 'tls']),
    smtp_user: z.string().max(255),
    smtp_password: z.string().max(1000).meta({ writeOnly: true }),
    /** Address that mail comes from. */
    smtp_from: z.union([z.literal(''), z.email()]),
    /** PEM of the only certificate that is accepted from the mail server; empty: certificates that an authority has signed. */
    smtp_certificate: certificate,
    webhook_allowed_networks: z.array(network).max(50),
    push_relay_url: httpUrl,
    /** An ntfy server on the internet that wakes the app on iPhones; it learns that there is something, not what. */
    ntfy_upstream_url: httpUrl,
  })
  .strict();

export type DeliverySettings = z.infer<typeof deliverySettingsSchema>;

/** What holds where no one has chosen. */
export const deliveryDefaults: DeliverySettings = {
  smtp_host: '',
  smtp_port: 587,
  smtp_security: 'starttls',
  smtp_user: '',
  smtp_password: '',
  smtp_from: '',
  smtp_certificate: '',
  webhook_allowed_networks: [],
  push_relay_url: '',
  ntfy_upstream_url: '',
};

export const deliverySettingNames = Object.keys(deliveryDefaults) as (keyof DeliverySettings)[];

/** All of them, the password too: for what delivers, never for an answer. */
export const deliverySettings = (db: Reader): Readonly<DeliverySettings> =>
  db.remember('delivery settings', () => {
    const stored = deliverySettingNames.map((name) => [name, serverSetting<unknown>(db, name, deliveryDefaults[name])]);
    return { ...deliveryDefaults, ...Object.fromEntries(stored) };
  });

/** For the console: whether there is a password, not which. */
export function deliverySettingsWire(db: Reader): Omit<DeliverySettings, 'smtp_password'> & {
  smtp_password_set: boolean;
  smtp_certificate_fingerprint: string | null;
} {
  const { smtp_password: password, ...rest } = deliverySettings(db);
  return {
    ...rest,
    smtp_password_set: password !== '',
    smtp_certificate_fingerprint: fingerprintOf(rest.smtp_certificate),
  };
}

/**
 * Clients are given one thing of these settings: whether there are push notifications. A certificate is trusted for one mail server:
 * another host or port begins without it.
 */
export function changeDeliverySettings(acting: SystemActing, changes: Partial<DeliverySettings>): void {
  const known = deliverySettings(acting.db);
  const before = known.push_relay_url !== '';
  const isOther = (['smtp_host', 'smtp_port'] as const).some((name) => (changes[name] ?? known[name]) !== known[name]);
  for (const [name, value] of Object.entries({ ...(isOther && { smtp_certificate: '' }), ...changes })) {
    if (value === undefined) continue;
    storeServerSetting(acting, name, name === 'smtp_certificate' ? certificateIn(String(value)) : value);
  }
  const data = { push_notifications_enabled: deliverySettings(acting.db).push_relay_url !== '' };
  if (data.push_notifications_enabled !== before)
    acting.announce({ type: 'realm', op: 'update_dict', property: 'default', data }, everyone);
}

function isNetwork(text: string): boolean {
  try {
    parseNetwork(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether mail reaches people; without a mail server it waits in the outbox. */
export const sendsMail = (db: Reader): boolean => deliverySettings(db).smtp_host !== '';
