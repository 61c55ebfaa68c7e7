/** User groups in registration (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import { JsonText } from '../../json-text.ts';
import { prepareList, rememberedList, type ListSource } from '../../storage/remembered-list.ts';
import type { Viewing } from '../acting.ts';
import { wantsType, type StateOptions, type StateParts } from '../initial-state.ts';
import { isVisitor } from '../users/rows.ts';
import { groupsShown, groupWire } from './edit.ts';
import type { GroupRow } from './rows.ts';

/** The same for everyone who has an account; visitors see only that there are the system's. */
function groupTexts({ db, user }: Viewing, options: StateOptions): ListSource<GroupRow, string> {
  const withDeactivated = options.capabilities.include_deactivated_groups === true;
  const isTold = (group: GroupRow): boolean => !isVisitor(user) || group.is_system_group === 1;
  const textOf = (group: GroupRow): string =>
    JSON.stringify({ ...groupWire(db, group), ...(isVisitor(user) && { members: [] }) });
  return {
    key: `groups for ${isVisitor(user) ? 'visitors' : 'everybody'} ${withDeactivated}`,
    items: () => groupsShown(db, withDeactivated).filter(isTold),
    make: (groups) => groups.map(textOf),
    // Everyone may be in it.
    atOnce: 1,
  };
}

/** Has what is remembered of groups made ahead. */
export function* prepareGroups(viewing: Viewing, options: StateOptions): Generator<void, void> {
  if (wantsType(options, 'realm_user_groups')) yield* prepareList(viewing.db, groupTexts(viewing, options));
}

export const groupsState: StateParts = {
  realm_user_groups: (viewing, options) => {
    const { db } = viewing;
    const texts = groupTexts(viewing, options);
    const make = (): JsonText => new JsonText([Buffer.from(`[${rememberedList(db, texts).join(',')}]`)]);
    return { realm_user_groups: db.remember(`${texts.key} as a list`, make) };
  },
};
