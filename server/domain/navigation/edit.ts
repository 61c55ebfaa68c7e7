/**
 * Navigation views: what a user pinned or named in the sidebar. Owns `navigation_views`. Contract: NavigationView.
 * A built-in view is known by its fragment and has no name of its own; any other needs one.
 */
import type { components } from '../../contract/types.ts';
import { badRequest, doesNotExist, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import type { Acting, Viewing } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';

export type NavigationViewWire = components['schemas']['NavigationView'];

interface NavigationViewRow {
  fragment: string;
  is_pinned: number;
  name: string | null;
}

const builtIn = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/has/reaction/sender/me',
  'narrow/dm',
  'narrow/is/dm',
]);
const maxViews = 500;

/** The caller's views, by fragment. */
export function navigationViews({ db, user }: Viewing): NavigationViewWire[] {
  return db
    .all<NavigationViewRow>(
      'SELECT fragment, is_pinned, name FROM navigation_views WHERE user_id = ? ORDER BY fragment',
      user.id,
    )
    .map(viewWire);
}

/** @throws ApiError BAD_REQUEST for a fragment or name that is there already, and for a wrong name. */
export function addNavigationView(
  acting: Acting,
  sent: { fragment: string; isPinned: boolean; name: string | undefined },
): void {
  const { tx, user } = acting;
  const view = { ...sent, name: sent.name === undefined ? undefined : nameOf(sent.name) };
  const views = navigationViews(acting);
  checkName(views, view.fragment, view.name);
  if (views.some(({ fragment }) => fragment === view.fragment))
    throw invalidParameter('fragment', 'Navigation view already exists.');
  if (views.length >= maxViews) throw badRequest(`A user can have at most ${maxViews} navigation views.`);
  tx.run(
    'INSERT INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (?, ?, ?, ?)',
    user.id,
    view.fragment,
    view.isPinned ? 1 : 0,
    view.name ?? null,
  );
  acting.announce(
    { type: 'navigation_view', op: 'add', navigation_view: viewWire(accessView(acting, view.fragment)) },
    toUser(user.id),
  );
}

/** @throws ApiError BAD_REQUEST when there is no such view, nothing to change, or the name is wrong. */
export function editNavigationView(
  acting: Acting,
  fragment: string,
  sent: { isPinned: boolean | undefined; name: string | undefined },
): void {
  const { tx, user } = acting;
  const change = { ...sent, name: sent.name === undefined ? undefined : nameOf(sent.name) };
  const row = accessView(acting, fragment);
  if (change.isPinned === undefined && change.name === undefined)
    throw invalidParameter('is_pinned, name', 'You must provide at least one of is_pinned and name.');
  if (change.name !== undefined) {
    const others = navigationViews(acting).filter((view) => view.fragment !== fragment);
    checkName(others, fragment, change.name);
  }
  const isPinned = change.isPinned ?? row.is_pinned === 1;
  tx.run(
    'UPDATE navigation_views SET is_pinned = ?, name = ? WHERE user_id = ? AND fragment = ?',
    isPinned ? 1 : 0,
    change.name ?? row.name,
    user.id,
    fragment,
  );
  const data = {
    ...(change.isPinned !== undefined && { is_pinned: isPinned }),
    ...(change.name !== undefined && { name: change.name }),
  };
  acting.announce({ type: 'navigation_view', op: 'update', fragment, data }, toUser(user.id));
}

/** @throws ApiError 404 for a view that the caller has not */
export function removeNavigationView(acting: Acting, fragment: string): void {
  accessView(acting, fragment);
  acting.tx.run('DELETE FROM navigation_views WHERE user_id = ? AND fragment = ?', acting.user.id, fragment);
  acting.announce({ type: 'navigation_view', op: 'remove', fragment }, toUser(acting.user.id));
}

function accessView({ db, user }: Viewing, fragment: string): NavigationViewRow {
  const row = db.get<NavigationViewRow>(
    'SELECT fragment, is_pinned, name FROM navigation_views WHERE user_id = ? AND fragment = ?',
    user.id,
    fragment,
  );
  if (row === undefined) throw doesNotExist('Navigation view does not exist.');
  return row;
}

function checkName(others: readonly NavigationViewWire[], fragment: string, name: string | undefined): void {
  if (builtIn.has(fragment)) {
    if (name !== undefined) throw invalidParameter('name', 'Built-in views cannot have a custom name.');
    return;
  }
  if (name === undefined || name === '' || unreadableAt(name) !== -1)
    throw invalidParameter('name, fragment', 'Custom views must have a valid name.');
  if (others.some((view) => view.name === name && view.fragment !== fragment))
    throw invalidParameter('name', 'Navigation view already exists.');
}

function viewWire(row: NavigationViewRow): NavigationViewWire {
  return { fragment: row.fragment, is_pinned: row.is_pinned === 1, ...(row.name !== null && { name: row.name }) };
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const navigationState: StateParts = {
  navigation_views: (viewing) => ({ navigation_views: navigationViews(viewing) }),
};
