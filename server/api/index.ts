/** Every endpoint of the API. Written by server/tools/endpoints.mjs from the files of this folder; not to be edited. */
import type { ApiEndpoint } from './console/endpoint.ts';
import * as file1 from './alert-words.ts';
import * as file2 from './attachments.ts';
import * as file3 from './avatars.ts';
import * as file4 from './bots.ts';
import * as file5 from './channel-folders.ts';
import * as file6 from './channels.ts';
import * as file7 from './default-channels.ts';
import * as file8 from './drafts.ts';
import * as file9 from './emoji.ts';
import * as file10 from './events.ts';
import * as file11 from './exports.ts';
import * as file12 from './external.ts';
import * as file13 from './invitations.ts';
import * as file14 from './linkifiers.ts';
import * as file15 from './mark-as-read.ts';
import * as file16 from './me.ts';
import * as file17 from './message-edits.ts';
import * as file18 from './message-flags.ts';
import * as file19 from './messages.ts';
import * as file20 from './muting.ts';
import * as file21 from './navigation-views.ts';
import * as file22 from './organization-pictures.ts';
import * as file23 from './organization.ts';
import * as file24 from './presence.ts';
import * as file25 from './profile-fields.ts';
import * as file26 from './push-devices.ts';
import * as file27 from './reactions.ts';
import * as file28 from './register.ts';
import * as file29 from './reminders.ts';
import * as file30 from './render.ts';
import * as file31 from './saved-snippets.ts';
import * as file32 from './scheduled-messages.ts';
import * as file33 from './server-info.ts';
import * as file34 from './sign-in.ts';
import * as file35 from './submessages.ts';
import * as file36 from './subscriptions.ts';
import * as file37 from './topics.ts';
import * as file38 from './typing.ts';
import * as file39 from './uploads.ts';
import * as file40 from './user-groups.ts';
import * as file41 from './user-settings.ts';
import * as file42 from './user-status.ts';
import * as file43 from './user-topics.ts';
import * as file44 from './users.ts';
import * as file45 from './console/accounts.ts';
import * as file46 from './console/activity.ts';
import * as file47 from './console/audit-log.ts';
import * as file48 from './console/backups.ts';
import * as file49 from './console/delivery.ts';
import * as file50 from './console/explorer.ts';
import * as file51 from './console/first-run.ts';
import * as file52 from './console/invitations.ts';
import * as file53 from './console/join.ts';
import * as file54 from './console/linkifiers.ts';
import * as file55 from './console/log-bundle.ts';
import * as file56 from './console/network.ts';
import * as file57 from './console/organization.ts';
import * as file58 from './console/outbox.ts';
import * as file59 from './console/overview.ts';
import * as file60 from './console/passwords.ts';
import * as file61 from './console/presence.ts';
import * as file62 from './console/restores.ts';
import * as file63 from './console/scheduled-messages.ts';
import * as file64 from './console/sessions.ts';
import * as file65 from './console/statistics.ts';
import * as file66 from './console/team-export.ts';
import * as file67 from './console/topics.ts';
import * as file68 from './console/training.ts';
import * as file69 from './console/uploads.ts';
import * as file70 from './console/users.ts';
import * as file71 from './console/webhook-inspector.ts';

/** The files that declare them: one for each thing that the API is about. */
export type ApiFile =
  | 'alert-words'
  | 'attachments'
  | 'avatars'
  | 'bots'
  | 'channel-folders'
  | 'channels'
  | 'default-channels'
  | 'drafts'
  | 'emoji'
  | 'events'
  | 'exports'
  | 'external'
  | 'invitations'
  | 'linkifiers'
  | 'mark-as-read'
  | 'me'
  | 'message-edits'
  | 'message-flags'
  | 'messages'
  | 'muting'
  | 'navigation-views'
  | 'organization-pictures'
  | 'organization'
  | 'presence'
  | 'profile-fields'
  | 'push-devices'
  | 'reactions'
  | 'register'
  | 'reminders'
  | 'render'
  | 'saved-snippets'
  | 'scheduled-messages'
  | 'server-info'
  | 'sign-in'
  | 'submessages'
  | 'subscriptions'
  | 'topics'
  | 'typing'
  | 'uploads'
  | 'user-groups'
  | 'user-settings'
  | 'user-status'
  | 'user-topics'
  | 'users'
  | 'console/accounts'
  | 'console/activity'
  | 'console/audit-log'
  | 'console/backups'
  | 'console/delivery'
  | 'console/explorer'
  | 'console/first-run'
  | 'console/invitations'
  | 'console/join'
  | 'console/linkifiers'
  | 'console/log-bundle'
  | 'console/network'
  | 'console/organization'
  | 'console/outbox'
  | 'console/overview'
  | 'console/passwords'
  | 'console/presence'
  | 'console/restores'
  | 'console/scheduled-messages'
  | 'console/sessions'
  | 'console/statistics'
  | 'console/team-export'
  | 'console/topics'
  | 'console/training'
  | 'console/uploads'
  | 'console/users'
  | 'console/webhook-inspector';

export const endpointsByFile: Readonly<Record<ApiFile, readonly ApiEndpoint[]>> = {
  'alert-words': [file1.listAlertWords, file1.addAlertWords, file1.removeAlertWords],
  attachments: [file2.getAttachments, file2.removeAttachment],
  avatars: [file3.getAvatar, file3.getMediumAvatar, file3.uploadAvatar, file3.deleteAvatar],
  bots: [
    file4.listBots,
    file4.createBot,
    file4.editBot,
    file4.deactivateBot,
    file4.regenerateBotKey,
    file4.getBotStorage,
    file4.putBotStorage,
    file4.removeBotStorage,
  ],
  'channel-folders': [file5.createFolder, file5.listFolders, file5.reorderFolders, file5.editFolder],
  channels: [
    file6.createChannel,
    file6.getChannels,
    file6.getChannel,
    file6.getChannelId,
    file6.updateChannel,
    file6.archiveChannel,
    file6.getSubscribers,
    file6.getChannelEmail,
  ],
  'default-channels': [file7.addDefaultChannel, file7.removeDefaultChannel],
  drafts: [file8.getDrafts, file8.createDrafts, file8.editDraft, file8.deleteDraft],
  emoji: [file9.getRealmEmoji, file9.uploadRealmEmoji, file9.deactivateRealmEmoji, file9.getEmojiPicture],
  events: [file10.getEvents, file10.deleteEventQueue],
  exports: [
    file11.getRealmExports,
    file11.exportRealm,
    file11.getRealmExportConsents,
    file11.downloadExport,
    file11.testWelcomeMessage,
  ],
  external: [file12.takeExternalCall, file12.listIntegrations],
  invitations: [
    file13.sendInvites,
    file13.createInviteLink,
    file13.getInvites,
    file13.revokeEmailInvite,
    file13.revokeInviteLink,
    file13.resendInvite,
  ],
  linkifiers: [
    file14.getLinkifiers,
    file14.getFilters,
    file14.createLinkifier,
    file14.editLinkifier,
    file14.deleteLinkifier,
    file14.orderLinkifiers,
    file14.createPlayground,
    file14.deletePlayground,
  ],
  'mark-as-read': [file15.markAllAsRead, file15.markChannelAsRead, file15.markTopicAsRead],
  me: [
    file16.getOwnUser,
    file16.deactivateOwnUser,
    file16.setProfileData,
    file16.removeProfileData,
    file16.regenerateOwnKey,
  ],
  'message-edits': [
    file17.updateMessage,
    file17.deleteMessage,
    file17.getMessageHistory,
    file17.getReadReceipts,
    file17.reportMessage,
  ],
  'message-flags': [file18.updateFlags, file18.updateFlagsNarrow],
  messages: [file19.sendMessage, file19.getMessages, file19.getMessage, file19.matchesNarrow],
  muting: [file20.muteUser, file20.unmuteUser],
  'navigation-views': [
    file21.getNavigationViews,
    file21.addNavigationView,
    file21.editNavigationView,
    file21.removeNavigationView,
  ],
  'organization-pictures': [
    file22.getRealmIcon,
    file22.getRealmLogo,
    file22.getRealmNightLogo,
    file22.uploadRealmIcon,
    file22.deleteRealmIcon,
    file22.uploadRealmLogo,
    file22.deleteRealmLogo,
  ],
  organization: [
    file23.updateRealm,
    file23.getRealmDomains,
    file23.createRealmDomain,
    file23.updateRealmDomain,
    file23.deleteRealmDomain,
  ],
  presence: [file24.reportPresence, file24.listPresence, file24.getUserPresence],
  'profile-fields': [
    file25.listProfileFields,
    file25.createProfileField,
    file25.reorderProfileFields,
    file25.editProfileField,
    file25.deleteProfileField,
  ],
  'push-devices': [
    file26.registerPushDevice,
    file26.addFcmToken,
    file26.removeFcmToken,
    file26.addApnsToken,
    file26.removeApnsToken,
    file26.sendTestNotification,
    file26.e2eeTestNotification,
  ],
  reactions: [file27.addReaction, file27.removeReaction],
  register: [file28.register],
  reminders: [file29.getReminders, file29.createReminder, file29.deleteReminder],
  render: [file30.renderMessage],
  'saved-snippets': [
    file31.getSavedSnippets,
    file31.createSavedSnippet,
    file31.editSavedSnippet,
    file31.deleteSavedSnippet,
  ],
  'scheduled-messages': [
    file32.getScheduledMessages,
    file32.createScheduledMessage,
    file32.editScheduledMessage,
    file32.deleteScheduledMessage,
  ],
  'server-info': [file33.getServerSettings, file33.getEmojiData],
  'sign-in': [file34.fetchApiKey, file34.mobileSignIn],
  submessages: [file35.addSubmessage],
  subscriptions: [
    file36.getSubscriptions,
    file36.subscribe,
    file36.unsubscribe,
    file36.updateSubscriptions,
    file36.subscriptionProperties,
    file36.subscriptionStatus,
  ],
  topics: [file37.getTopics, file37.deleteTopic],
  typing: [file38.typing, file38.typingOnMessage],
  uploads: [file39.uploadFile, file39.getTemporaryUrl, file39.downloadFile, file39.downloadTemporary, file39.thumbnail],
  'user-groups': [
    file40.listGroups,
    file40.createGroup,
    file40.editGroup,
    file40.deactivateGroup,
    file40.listGroupMembers,
    file40.isGroupMember,
    file40.listSubgroups,
    file40.changeGroupMembers,
    file40.changeSubgroups,
  ],
  'user-settings': [file41.editSettings, file41.editSettingDefaults, file41.confirmEmail],
  'user-status': [file42.setOwnStatus, file42.getStatus, file42.setStatus],
  'user-topics': [file43.setTopicPolicy, file43.muteTopic],
  users: [
    file44.listUsers,
    file44.getUser,
    file44.getUserByEmail,
    file44.createUser,
    file44.editUser,
    file44.editUserByEmail,
    file44.deactivateUser,
    file44.reactivateUser,
  ],
  'console/accounts': [file45.checkAccounts, file45.makeAccounts],
  'console/activity': [file46.getActivity, file46.listEventQueues, file46.dropEventQueue],
  'console/audit-log': [file47.getAuditLog, file47.exportAuditLog],
  'console/backups': [
    file48.getBackups,
    file48.startBackup,
    file48.downloadBackup,
    file48.checkBackupAgain,
    file48.deleteBackup,
    file48.editBackupSettings,
  ],
  'console/delivery': [
    file49.getDeliverySettings,
    file49.changeDeliverySettings,
    file49.sendTestMail,
    file49.getDeliveries,
    file49.getDelivery,
    file49.retryDelivery,
  ],
  'console/explorer': [file50.getOperations, file50.getAnswerFields, file50.getOpenApi],
  'console/first-run': [
    file51.getFirstRun,
    file51.setUp,
    file51.receiveFirstBackup,
    file51.restoreFirstBackup,
    file51.enterSample,
    file51.leaveSample,
  ],
  'console/invitations': [file52.getConsoleInvitations],
  'console/join': [file53.getJoinInvitation, file53.acceptInvitation, file53.joinWithoutInvitation],
  'console/linkifiers': [file54.testLinkifier],
  'console/log-bundle': [file55.getLogBundle],
  'console/network': [
    file56.getNetwork,
    file56.getNetworkSettings,
    file56.editNetworkSettings,
    file56.refreshNetwork,
    file56.acknowledgeAddress,
    file56.startReachTest,
    file56.setCertificate,
    file56.makeOwnCertificate,
    file56.dropCertificate,
  ],
  'console/organization': [file57.getConsoleOrganization],
  'console/outbox': [file58.getOutbox, file58.getOutboxMail],
  'console/overview': [file59.getOverview, file59.getStatus],
  'console/passwords': [file60.getPasswordLink, file60.choosePasswordByLink, file60.askForPasswordLink],
  'console/presence': [file61.getPresenceOverview, file61.getPresenceHistory],
  'console/restores': [
    file62.uploadBackup,
    file62.discardReceivedBackup,
    file62.restoreReceivedBackup,
    file62.restoreKeptBackup,
  ],
  'console/scheduled-messages': [file63.getConsoleScheduledMessages],
  'console/sessions': [file64.signIn, file64.session, file64.signOut, file64.signOutEverywhere],
  'console/statistics': [file65.getSentMessages, file65.getBusiestChannels, file65.getServerHealth],
  'console/team-export': [file66.downloadTeamExport],
  'console/topics': [file67.getConsoleTopics],
  'console/training': [
    file68.getTraining,
    file68.resetTraining,
    file68.saveSnapshot,
    file68.deleteSnapshot,
    file68.getDemoAccounts,
    file68.addFault,
    file68.endFaults,
    file68.endFault,
  ],
  'console/uploads': [file69.getConsoleUploads, file69.deleteConsoleUpload],
  'console/users': [file70.getAccount, file70.resetPassword, file70.signOutUser, file70.getBotDetails],
  'console/webhook-inspector': [
    file71.getCatcher,
    file71.createCatcherBot,
    file71.changeCatcher,
    file71.clearCaught,
    file71.resendCaught,
    file71.catchWebhook,
  ],
};

export const endpoints: readonly ApiEndpoint[] = Object.values(endpointsByFile).flat();
