/** Taking a group out of use, which is refused while anything still relies on it, and putting it back (contract: deactivate-user-group). */
import { badRequest, ApiError } from '../../errors.ts';
import type { Acting } from '../acting.ts';
import { checkLooks, groupWire } from './edit.ts';
import { usesOfGroup } from './permission-references.ts';
import { updateGroupRow, type GroupRow } from './rows.ts';

/** @throws ApiError CANNOT_DEACTIVATE_GROUP_IN_USE while a setting or another group uses it; BAD_REQUEST when it is so already. */
export function deactivateGroup(acting: Acting, group: GroupRow): void {
  if (group.deactivated === 1) throw badRequest('User group is already deactivated.');
  const uses = usesOfGroup(acting, group);
  if (uses !== undefined) throw cannotDeactivateGroupInUse(uses);
  updateGroupRow(acting.tx, group.id, { deactivated: 1 });
  acting.announce(
    { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: true } },
    { everyone: true, withCapability: 'include_deactivated_groups' },
  );
  acting.announce(
    { type: 'user_group', op: 'remove', group_id: group.id },
    { everyone: true, withoutCapability: 'include_deactivated_groups' },
  );
}

/**
 * Puts a deactivated group back; does nothing to one in use.
 * @param name that it gets at the same time
 * @throws ApiError BAD_REQUEST when the name looks like that of another.
 */
export function reactivateGroup(acting: Acting, group: GroupRow, name = group.name): void {
  if (group.deactivated === 0) return;
  checkLooks(acting, name, group.id);
  updateGroupRow(acting.tx, group.id, { deactivated: 0 });
  acting.announce(
    { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: false } },
    { everyone: true, withCapability: 'include_deactivated_groups' },
  );
  const wire = groupWire(acting.db, { ...group, deactivated: 0 });
  acting.announce(
    { type: 'user_group', op: 'add', group: wire },
    { everyone: true, withoutCapability: 'include_deactivated_groups' },
  );
}

/** @param uses what still uses the group, of what the caller sees: `{type, settings, ...}` each. */
const cannotDeactivateGroupInUse = (uses: object[]): ApiError =>
  new ApiError(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections: uses });
