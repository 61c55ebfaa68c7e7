/** Personal settings of a subscription: colour, muting, pinning and notifications. */
import { invalidParameter } from '../../../errors.ts';
import { toUser } from '../../../events/audience.ts';
import type { Acting } from '../../acting.ts';
import { normalColor } from './colors.ts';
import { findSubscription, setSubscriptionColumn, type SubscriptionColumn } from './rows.ts';

const switches: ReadonlySet<string> = new Set([
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] satisfies SubscriptionColumn[]);

export interface PropertyChange {
  stream_id: number;
  property: string;
  value: boolean | string;
}

/**
 * Sets one property of one of the caller's subscriptions.
 * @throws ApiError BAD_REQUEST for an unknown property, a wrong value, or a channel that the caller is not subscribed to.
 */
export function setSubscriptionProperty(acting: Acting, change: PropertyChange): void {
  const row = findSubscription(acting.db, acting.user.id, change.stream_id);
  if (row === undefined || row.active === 0)
    throw invalidParameter('subscription_data', `Not subscribed to channel id ${change.stream_id}`);
  const { column, value } = stored(change);
  if (row[column] === value) return;
  setSubscriptionColumn(acting.tx, row, column, value);
  const tell = (property: string, told: boolean | string): void =>
    acting.announce(
      { type: 'subscription', op: 'update', stream_id: change.stream_id, property, value: told },
      toUser(acting.user.id),
    );
  if (column === 'color') return tell('color', String(value));
  tell(column, value === 1);
  // The older name of the opposite: clients read either.
  if (column === 'is_muted') tell('in_home_view', value === 0);
}

function stored({ property, value }: PropertyChange): { column: SubscriptionColumn; value: string | number } {
  if (property === 'color') {
    const color = typeof value === 'string' ? normalColor(value) : undefined;
    if (color === undefined) throw invalidParameter('subscription_data', 'color is not a valid hex color code');
    return { column: 'color', value: color };
  }
  const isOpposite = property === 'in_home_view';
  if (!isOpposite && !switches.has(property))
    throw invalidParameter('subscription_data', `Unknown subscription property: ${property}`);
  if (typeof value !== 'boolean') throw invalidParameter('subscription_data', `${property} is not a boolean`);
  return {
    column: isOpposite ? 'is_muted' : (property as SubscriptionColumn),
    value: Number(isOpposite ? !value : value),
  };
}
