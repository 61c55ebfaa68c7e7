/** Tells again who holds what, after a user whom permission settings name went away or came back (contract: GroupSettingValue). */
import { everyone } from '../../events/audience.ts';
import { groupPermissions } from '../../permissions/group-settings.ts';
import type { SystemActing } from '../acting.ts';
import { allGroups, groupSettings } from './rows.ts';
import { groupSettingWire } from './membership.ts';
import { organization, organizationPermissions } from '../organization/rows.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';

/** Announces the settings of groups and of the organization that name a user; those of channels are the channels' own. */
export function announceSettingsNaming(acting: SystemActing, userId: number): void {
  const { db } = acting;
  const naming = <N extends string>(
    names: readonly N[],
    settings: Readonly<Record<N, GroupSettingValue>>,
  ): Partial<Record<N, GroupSettingValue>> => {
    const touched = names.filter((name) => {
      const setting = settings[name];
      return typeof setting !== 'number' && setting.direct_members.includes(userId);
    });
    return Object.fromEntries(touched.map((name) => [name, groupSettingWire(db, settings[name])])) as Partial<
      Record<N, GroupSettingValue>
    >;
  };
  for (const group of allGroups(db)) {
    const data = naming(groupPermissions, groupSettings(group));
    if (Object.keys(data).length > 0)
      acting.announce({ type: 'user_group', op: 'update', group_id: group.id, data }, everyone);
  }
  const data = naming(organizationPermissions, organization(db));
  if (Object.keys(data).length > 0)
    acting.announce({ type: 'realm', op: 'update_dict', property: 'default', data }, everyone);
}
