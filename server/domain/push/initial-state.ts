/** What registration says about devices that get push notifications (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { devicesOf } from './devices.ts';

export const pushState: StateParts = {
  push_device: ({ db, user }) => ({
    push_devices: Object.fromEntries(
      devicesOf(db, user.id).map(({ push_account_id: id, status, error_code: code }) => [
        id,
        { status, error_code: code },
      ]),
    ),
  }),
};
