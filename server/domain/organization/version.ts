/** Version and feature level of this server, and update hints. Clients decide by the feature level which calls they may make. */
import { everyone } from '../../events/audience.ts';
import { programVersion } from '../../options.ts';
import type { SystemActing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { sayInOrganization } from './language.shared.ts';
import { organizationSetting, serverSetting, storeServerSetting } from './rows.ts';

/** The newest feature level that is spoken. */
const featureLevel = 417;

/** Clients read a release number and a commit here: the release whose feature level ours is, and none of its commits. */
const releaseName = '11.0';
const mergeBase = '11.0';

/** In every answer of registration and of GET /server_settings. */
export const versionWire = {
  zulip_feature_level: featureLevel,
  zulip_version: releaseName,
  zulip_merge_base: mergeBase,
};

/** The version that ran on these data before. */
const lastVersion = 'last_version';

/**
 * Tells the organization, in its channel for that, and pages that are open, when the program was updated (setting
 * zulip_update_announcements_stream_id). Called after a start. The first version that runs on a folder is no update.
 */
export function tellOfUpdate(acting: SystemActing): void {
  const before = serverSetting(acting.db, lastVersion, '');
  if (before === programVersion) return;
  storeServerSetting(acting, lastVersion, programVersion);
  // Pages that were loaded from the version before are of it still.
  if (before !== '') acting.announce({ type: 'web_reload_client', immediate: false }, everyone);
  const channel = findChannel(acting.db, organizationSetting(acting.db, 'zulip_update_announcements_stream_id'));
  if (before === '' || channel === undefined || channel.is_archived === 1) return;
  const t = sayInOrganization(acting.db);
  const text = t('Hearth was updated from version {{before}} to **{{now}}**.', { before, now: programVersion });
  sendAsSystemBot(acting, 'notification-bot', { channel, topic: t('Hearth updates') }, text);
}
