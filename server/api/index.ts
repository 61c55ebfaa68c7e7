/** Every resource of the API, a line each. */
import { channelFolderEndpoints } from './channel-folders.ts';
import { channelEndpoints } from './channels.ts';
import { accountEndpoints } from './console/accounts.ts';
import { activityEndpoints } from './console/activity.ts';
import { backupEndpoints } from './console/backups.ts';
import { restoreEndpoints } from './console/restores.ts';
import { explorerEndpoints } from './console/explorer.ts';
import { firstRunEndpoints } from './console/first-run.ts';
import { consoleInvitationEndpoints } from './console/invitations.ts';
import { joinEndpoints } from './console/join.ts';
import { consoleLinkifierEndpoints } from './console/linkifiers.ts';
import { logBundleEndpoints } from './console/log-bundle.ts';
import { networkEndpoints } from './console/network.ts';
import { consoleOrganizationEndpoints } from './console/organization.ts';
import { outboxEndpoints } from './console/outbox.ts';
import { overviewEndpoints } from './console/overview.ts';
import { passwordEndpoints } from './console/passwords.ts';
import { consolePresenceEndpoints } from './console/presence.ts';
import { consoleScheduledMessageEndpoints } from './console/scheduled-messages.ts';
import { sessionEndpoints } from './console/sessions.ts';
import { consoleTopicEndpoints } from './console/topics.ts';
import { consoleUploadEndpoints } from './console/uploads.ts';
import { catcherEndpoints } from './console/webhook-inspector.ts';
import { trainingEndpoints } from './console/training.ts';
import { consoleUserEndpoints } from './console/users.ts';
import { statisticsEndpoints } from './console/statistics.ts';
import { defaultChannelEndpoints } from './default-channels.ts';
import { emojiEndpoints } from './emoji.ts';
import type { ApiEndpoint } from './console/endpoint.ts';
import { eventEndpoints } from './events.ts';
import { exportEndpoints } from './exports.ts';
import { invitationEndpoints } from './invitations.ts';
import { linkifierEndpoints } from './linkifiers.ts';
import { messageEndpoints } from './messages.ts';
import { topicReadEndpoints } from './mark-as-read.ts';
import { submessageEndpoints } from './submessages.ts';
import { renderEndpoints } from './render.ts';
import { reactionEndpoints } from './reactions.ts';
import { messageFlagEndpoints } from './message-flags.ts';
import { messageEditEndpoints } from './message-edits.ts';
import { organizationPictureEndpoints } from './organization-pictures.ts';
import { organizationEndpoints } from './organization.ts';
import { registerEndpoints } from './register.ts';
import { serverInfoEndpoints } from './server-info.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { topicEndpoints } from './topics.ts';
import { userTopicEndpoints } from './user-topics.ts';

import { userEndpoints } from './users.ts';
import { meEndpoints } from './me.ts';
import { botEndpoints } from './bots.ts';
import { userGroupEndpoints } from './user-groups.ts';
import { userSettingEndpoints } from './user-settings.ts';
import { presenceEndpoints } from './presence.ts';
import { userStatusEndpoints } from './user-status.ts';
import { mutingEndpoints } from './muting.ts';
import { alertWordEndpoints } from './alert-words.ts';
import { profileFieldEndpoints } from './profile-fields.ts';
import { typingEndpoints } from './typing.ts';
import { signInEndpoints } from './sign-in.ts';
import { attachmentEndpoints } from './attachments.ts';
import { avatarEndpoints } from './avatars.ts';
import { deliveryEndpoints } from './console/delivery.ts';
import { draftEndpoints } from './drafts.ts';
import { navigationViewEndpoints } from './navigation-views.ts';
import { pushDeviceEndpoints } from './push-devices.ts';
import { reminderEndpoints } from './reminders.ts';
import { savedSnippetEndpoints } from './saved-snippets.ts';
import { scheduledMessageEndpoints } from './scheduled-messages.ts';
import { uploadEndpoints } from './uploads.ts';
export const endpoints: ApiEndpoint[] = [
  ...channelEndpoints,
  ...channelFolderEndpoints,
  ...defaultChannelEndpoints,
  ...emojiEndpoints,
  ...eventEndpoints,
  ...exportEndpoints,
  ...firstRunEndpoints,
  ...invitationEndpoints,
  ...consoleInvitationEndpoints,
  ...joinEndpoints,
  ...linkifierEndpoints,
  ...consoleLinkifierEndpoints,
  ...messageEndpoints,
  ...topicReadEndpoints,
  ...submessageEndpoints,
  ...renderEndpoints,
  ...reactionEndpoints,
  ...messageFlagEndpoints,
  ...messageEditEndpoints,
  ...organizationEndpoints,
  ...organizationPictureEndpoints,
  ...consoleOrganizationEndpoints,
  ...networkEndpoints,
  ...backupEndpoints,
  ...restoreEndpoints,
  ...logBundleEndpoints,
  ...outboxEndpoints,
  ...overviewEndpoints,
  ...statisticsEndpoints,
  ...activityEndpoints,
  ...trainingEndpoints,
  ...catcherEndpoints,
  ...accountEndpoints,
  ...passwordEndpoints,
  ...consoleUserEndpoints,
  ...consolePresenceEndpoints,
  ...consoleScheduledMessageEndpoints,
  ...consoleTopicEndpoints,
  ...consoleUploadEndpoints,
  ...explorerEndpoints(() => endpoints),
  ...registerEndpoints,
  ...serverInfoEndpoints,
  ...sessionEndpoints,
  ...subscriptionEndpoints,
  ...attachmentEndpoints,
  ...avatarEndpoints,
  ...deliveryEndpoints,
  ...draftEndpoints,
  ...navigationViewEndpoints,
  ...pushDeviceEndpoints,
  ...reminderEndpoints,
  ...savedSnippetEndpoints,
  ...scheduledMessageEndpoints,
  ...uploadEndpoints,
  ...topicEndpoints,
  ...userTopicEndpoints,
  ...userEndpoints,
  ...meEndpoints,
  ...botEndpoints,
  ...userGroupEndpoints,
  ...userSettingEndpoints,
  ...presenceEndpoints,
  ...userStatusEndpoints,
  ...mutingEndpoints,
  ...alertWordEndpoints,
  ...profileFieldEndpoints,
  ...typingEndpoints,
  ...signInEndpoints,
];
