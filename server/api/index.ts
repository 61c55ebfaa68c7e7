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
import * as file12 from './invitations.ts';
import * as file13 from './linkifiers.ts';
import * as file14 from './mark-as-read.ts';
import * as file15 from './me.ts';
import * as file16 from './message-edits.ts';
import * as file17 from './message-flags.ts';
import * as file18 from './messages.ts';
import * as file19 from './muting.ts';
import * as file20 from './navigation-views.ts';
import * as file21 from './organization-pictures.ts';
import * as file22 from './organization.ts';
import * as file23 from './presence.ts';
import * as file24 from './profile-fields.ts';
import * as file25 from './push-devices.ts';
import * as file26 from './reactions.ts';
import * as file27 from './register.ts';
import * as file28 from './reminders.ts';
import * as file29 from './render.ts';
import * as file30 from './saved-snippets.ts';
import * as file31 from './scheduled-messages.ts';
import * as file32 from './server-info.ts';
import * as file33 from './sign-in.ts';
import * as file34 from './submessages.ts';
import * as file35 from './subscriptions.ts';
import * as file36 from './topics.ts';
import * as file37 from './typing.ts';
import * as file38 from './uploads.ts';
import * as file39 from './user-groups.ts';
import * as file40 from './user-settings.ts';
import * as file41 from './user-status.ts';
import * as file42 from './user-topics.ts';
import * as file43 from './users.ts';
import * as file44 from './console/accounts.ts';
import * as file45 from './console/activity.ts';
import * as file46 from './console/audit-log.ts';
import * as file47 from './console/backups.ts';
import * as file48 from './console/delivery.ts';
import * as file49 from './console/explorer.ts';
import * as file50 from './console/first-run.ts';
import * as file51 from './console/invitations.ts';
import * as file52 from './console/join.ts';
import * as file53 from './console/linkifiers.ts';
import * as file54 from './console/log-bundle.ts';
import * as file55 from './console/network.ts';
import * as file56 from './console/organization.ts';
import * as file57 from './console/outbox.ts';
import * as file58 from './console/overview.ts';
import * as file59 from './console/passwords.ts';
import * as file60 from './console/presence.ts';
import * as file61 from './console/restores.ts';
import * as file62 from './console/scheduled-messages.ts';
import * as file63 from './console/sessions.ts';
import * as file64 from './console/statistics.ts';
import * as file65 from './console/topics.ts';
import * as file66 from './console/training.ts';
import * as file67 from './console/uploads.ts';
import * as file68 from './console/users.ts';
import * as file69 from './console/webhook-inspector.ts';

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
  invitations: [
    file12.sendInvites,
    file12.createInviteLink,
    file12.getInvites,
    file12.revokeEmailInvite,
    file12.revokeInviteLink,
    file12.resendInvite,
  ],
  linkifiers: [
    file13.getLinkifiers,
    file13.getFilters,
    file13.createLinkifier,
    file13.editLinkifier,
    file13.deleteLinkifier,
    file13.orderLinkifiers,
    file13.createPlayground,
    file13.deletePlayground,
  ],
  'mark-as-read': [file14.markAllAsRead, file14.markChannelAsRead, file14.markTopicAsRead],
  me: [
    file15.getOwnUser,
    file15.deactivateOwnUser,
    file15.setProfileData,
    file15.removeProfileData,
    file15.regenerateOwnKey,
  ],
  'message-edits': [
    file16.updateMessage,
    file16.deleteMessage,
    file16.getMessageHistory,
    file16.getReadReceipts,
    file16.reportMessage,
  ],
  'message-flags': [file17.updateFlags, file17.updateFlagsNarrow],
  messages: [file18.sendMessage, file18.getMessages, file18.getMessage, file18.matchesNarrow],
  muting: [file19.muteUser, file19.unmuteUser],
  'navigation-views': [
    file20.getNavigationViews,
    file20.addNavigationView,
    file20.editNavigationView,
    file20.removeNavigationView,
  ],
  'organization-pictures': [
    file21.getRealmIcon,
    file21.getRealmLogo,
    file21.getRealmNightLogo,
    file21.uploadRealmIcon,
    file21.deleteRealmIcon,
    file21.uploadRealmLogo,
    file21.deleteRealmLogo,
  ],
  organization: [
    file22.updateRealm,
    file22.getRealmDomains,
    file22.createRealmDomain,
    file22.updateRealmDomain,
    file22.deleteRealmDomain,
  ],
  presence: [file23.reportPresence, file23.listPresence, file23.getUserPresence],
  'profile-fields': [
    file24.listProfileFields,
    file24.createProfileField,
    file24.reorderProfileFields,
    file24.editProfileField,
    file24.deleteProfileField,
  ],
  'push-devices': [
    file25.registerPushDevice,
    file25.addFcmToken,
    file25.removeFcmToken,
    file25.addApnsToken,
    file25.removeApnsToken,
    file25.sendTestNotification,
    file25.e2eeTestNotification,
  ],
  reactions: [file26.addReaction, file26.removeReaction],
  register: [file27.register],
  reminders: [file28.getReminders, file28.createReminder, file28.deleteReminder],
  render: [file29.renderMessage],
  'saved-snippets': [
    file30.getSavedSnippets,
    file30.createSavedSnippet,
    file30.editSavedSnippet,
    file30.deleteSavedSnippet,
  ],
  'scheduled-messages': [
    file31.getScheduledMessages,
    file31.createScheduledMessage,
    file31.editScheduledMessage,
    file31.deleteScheduledMessage,
  ],
  'server-info': [file32.getServerSettings, file32.getEmojiData],
  'sign-in': [file33.fetchApiKey, file33.mobileSignIn],
  submessages: [file34.addSubmessage],
  subscriptions: [
    file35.getSubscriptions,
    file35.subscribe,
    file35.unsubscribe,
    file35.updateSubscriptions,
    file35.subscriptionProperties,
    file35.subscriptionStatus,
  ],
  topics: [file36.getTopics, file36.deleteTopic],
  typing: [file37.typing, file37.typingOnMessage],
  uploads: [file38.uploadFile, file38.getTemporaryUrl, file38.downloadFile, file38.downloadTemporary, file38.thumbnail],
  'user-groups': [
    file39.listGroups,
    file39.createGroup,
    file39.editGroup,
    file39.deactivateGroup,
    file39.listGroupMembers,
    file39.isGroupMember,
    file39.listSubgroups,
    file39.changeGroupMembers,
    file39.changeSubgroups,
  ],
  'user-settings': [file40.editSettings, file40.editSettingDefaults, file40.confirmEmail],
  'user-status': [file41.setOwnStatus, file41.getStatus, file41.setStatus],
  'user-topics': [file42.setTopicPolicy, file42.muteTopic],
  users: [
    file43.listUsers,
    file43.getUser,
    file43.getUserByEmail,
    file43.createUser,
    file43.editUser,
    file43.editUserByEmail,
    file43.deactivateUser,
    file43.reactivateUser,
  ],
  'console/accounts': [file44.checkAccounts, file44.makeAccounts],
  'console/activity': [file45.getActivity, file45.listEventQueues, file45.dropEventQueue],
  'console/audit-log': [file46.getAuditLog, file46.exportAuditLog],
  'console/backups': [
    file47.getBackups,
    file47.startBackup,
    file47.downloadBackup,
    file47.checkBackupAgain,
    file47.deleteBackup,
    file47.editBackupSettings,
  ],
  'console/delivery': [
    file48.getDeliverySettings,
    file48.changeDeliverySettings,
    file48.sendTestMail,
    file48.getDeliveries,
    file48.getDelivery,
    file48.retryDelivery,
  ],
  'console/explorer': [file49.getOperations, file49.getAnswerFields, file49.getOpenApi],
  'console/first-run': [
    file50.getFirstRun,
    file50.setUp,
    file50.receiveFirstBackup,
    file50.restoreFirstBackup,
    file50.enterSample,
    file50.leaveSample,
  ],
  'console/invitations': [file51.getConsoleInvitations],
  'console/join': [file52.getJoinInvitation, file52.acceptInvitation, file52.joinWithoutInvitation],
  'console/linkifiers': [file53.testLinkifier],
  'console/log-bundle': [file54.getLogBundle],
  'console/network': [
    file55.getNetwork,
    file55.getNetworkSettings,
    file55.editNetworkSettings,
    file55.refreshNetwork,
    file55.acknowledgeAddress,
    file55.startReachTest,
    file55.setCertificate,
    file55.makeOwnCertificate,
    file55.dropCertificate,
  ],
  'console/organization': [file56.getConsoleOrganization],
  'console/outbox': [file57.getOutbox, file57.getOutboxMail],
  'console/overview': [file58.getOverview, file58.getStatus],
  'console/passwords': [file59.getPasswordLink, file59.choosePasswordByLink, file59.askForPasswordLink],
  'console/presence': [file60.getPresenceOverview, file60.getPresenceHistory],
  'console/restores': [
    file61.uploadBackup,
    file61.discardReceivedBackup,
    file61.restoreReceivedBackup,
    file61.restoreKeptBackup,
  ],
  'console/scheduled-messages': [file62.getConsoleScheduledMessages],
  'console/sessions': [file63.signIn, file63.session, file63.signOut, file63.signOutEverywhere],
  'console/statistics': [file64.getSentMessages, file64.getBusiestChannels, file64.getServerHealth],
  'console/topics': [file65.getConsoleTopics],
  'console/training': [
    file66.getTraining,
    file66.resetTraining,
    file66.saveSnapshot,
    file66.deleteSnapshot,
    file66.getDemoAccounts,
    file66.addFault,
    file66.endFaults,
    file66.endFault,
  ],
  'console/uploads': [file67.getConsoleUploads, file67.deleteConsoleUpload],
  'console/users': [file68.getAccount, file68.resetPassword, file68.signOutUser, file68.getBotDetails],
  'console/webhook-inspector': [
    file69.getCatcher,
    file69.createCatcherBot,
    file69.changeCatcher,
    file69.clearCaught,
    file69.resendCaught,
    file69.catchWebhook,
  ],
};

export const endpoints: readonly ApiEndpoint[] = Object.values(endpointsByFile).flat();
