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
import * as file46 from './console/backups.ts';
import * as file47 from './console/delivery.ts';
import * as file48 from './console/explorer.ts';
import * as file49 from './console/first-run.ts';
import * as file50 from './console/invitations.ts';
import * as file51 from './console/join.ts';
import * as file52 from './console/linkifiers.ts';
import * as file53 from './console/log-bundle.ts';
import * as file54 from './console/network.ts';
import * as file55 from './console/organization.ts';
import * as file56 from './console/outbox.ts';
import * as file57 from './console/overview.ts';
import * as file58 from './console/passwords.ts';
import * as file59 from './console/presence.ts';
import * as file60 from './console/restores.ts';
import * as file61 from './console/scheduled-messages.ts';
import * as file62 from './console/sessions.ts';
import * as file63 from './console/statistics.ts';
import * as file64 from './console/topics.ts';
import * as file65 from './console/training.ts';
import * as file66 from './console/uploads.ts';
import * as file67 from './console/users.ts';
import * as file68 from './console/webhook-inspector.ts';

export const endpoints: readonly ApiEndpoint[] = [
  file1.listAlertWordsEndpoint,
  file1.addAlertWordsEndpoint,
  file1.removeAlertWordsEndpoint,
  file2.getAttachmentsEndpoint,
  file2.removeAttachmentEndpoint,
  file3.getAvatarEndpoint,
  file3.getMediumAvatarEndpoint,
  file3.uploadAvatarEndpoint,
  file3.deleteAvatarEndpoint,
  file4.listBotsEndpoint,
  file4.createBotEndpoint,
  file4.editBotEndpoint,
  file4.deactivateBotEndpoint,
  file4.regenerateBotKeyEndpoint,
  file4.getBotStorageEndpoint,
  file4.putBotStorageEndpoint,
  file4.removeBotStorageEndpoint,
  file5.createFolderEndpoint,
  file5.listFoldersEndpoint,
  file5.reorderFoldersEndpoint,
  file5.editFolderEndpoint,
  file6.createChannelEndpoint,
  file6.listChannelsEndpoint,
  file6.getChannelEndpoint,
  file6.getStreamIdEndpoint,
  file6.updateChannelEndpoint,
  file6.archiveChannelEndpoint,
  file6.getSubscribersEndpoint,
  file6.getChannelEmailEndpoint,
  file7.addDefaultChannelEndpoint,
  file7.removeDefaultChannelEndpoint,
  file8.getDraftsEndpoint,
  file8.createDraftsEndpoint,
  file8.editDraftEndpoint,
  file8.deleteDraftEndpoint,
  file9.getRealmEmoji,
  file9.uploadRealmEmoji,
  file9.deactivateRealmEmoji,
  file9.getEmojiPicture,
  file10.getEvents,
  file10.deleteEventQueue,
  file11.getRealmExports,
  file11.exportRealm,
  file11.getRealmExportConsents,
  file11.downloadExport,
  file11.testWelcomeMessage,
  file12.sendInvites,
  file12.createInviteLink,
  file12.getInvites,
  file12.revokeEmailInvite,
  file12.revokeInviteLink,
  file12.resendInvite,
  file13.getLinkifiers,
  file13.getFilters,
  file13.createLinkifier,
  file13.editLinkifier,
  file13.deleteLinkifier,
  file13.orderLinkifiers,
  file13.createPlayground,
  file13.deletePlayground,
  file14.markAllAsReadEndpoint,
  file14.markStreamAsReadEndpoint,
  file14.markTopicAsReadEndpoint,
  file15.getOwnUserEndpoint,
  file15.deactivateOwnUserEndpoint,
  file15.setProfileDataEndpoint,
  file15.removeProfileDataEndpoint,
  file15.regenerateOwnKeyEndpoint,
  file16.updateMessageEndpoint,
  file16.deleteMessageEndpoint,
  file16.messageHistoryEndpoint,
  file16.readReceiptsEndpoint,
  file16.reportMessageEndpoint,
  file17.updateFlagsEndpoint,
  file17.updateFlagsNarrowEndpoint,
  file18.sendMessageEndpoint,
  file18.getMessagesEndpoint,
  file18.getMessageEndpoint,
  file18.matchesNarrowEndpoint,
  file19.muteUserEndpoint,
  file19.unmuteUserEndpoint,
  file20.getNavigationViewsEndpoint,
  file20.addNavigationViewEndpoint,
  file20.editNavigationViewEndpoint,
  file20.removeNavigationViewEndpoint,
  file21.getRealmIcon,
  file21.getRealmLogo,
  file21.getRealmNightLogo,
  file21.uploadRealmIcon,
  file21.deleteRealmIcon,
  file21.uploadRealmLogo,
  file21.deleteRealmLogo,
  file22.updateRealm,
  file22.getRealmDomains,
  file22.createRealmDomain,
  file22.updateRealmDomain,
  file22.deleteRealmDomain,
  file23.reportPresenceEndpoint,
  file23.listPresenceEndpoint,
  file23.getUserPresenceEndpoint,
  file24.listProfileFieldsEndpoint,
  file24.createProfileFieldEndpoint,
  file24.reorderProfileFieldsEndpoint,
  file24.editProfileFieldEndpoint,
  file24.deleteProfileFieldEndpoint,
  file25.registerPushDeviceEndpoint,
  file25.addFcmTokenEndpoint,
  file25.removeFcmTokenEndpoint,
  file25.addApnsTokenEndpoint,
  file25.removeApnsTokenEndpoint,
  file25.testNotificationEndpoint,
  file25.e2eeTestNotificationEndpoint,
  file26.addReactionEndpoint,
  file26.removeReactionEndpoint,
  file27.registerEndpoint,
  file28.getRemindersEndpoint,
  file28.createReminderEndpoint,
  file28.deleteReminderEndpoint,
  file29.renderMessageEndpoint,
  file30.getSavedSnippetsEndpoint,
  file30.createSavedSnippetEndpoint,
  file30.editSavedSnippetEndpoint,
  file30.deleteSavedSnippetEndpoint,
  file31.getScheduledMessagesEndpoint,
  file31.createScheduledMessageEndpoint,
  file31.editScheduledMessageEndpoint,
  file31.deleteScheduledMessageEndpoint,
  file32.getServerSettings,
  file32.getEmojiData,
  file33.fetchApiKeyEndpoint,
  file33.mobileSignInEndpoint,
  file34.addSubmessageEndpoint,
  file35.getSubscriptionsEndpoint,
  file35.subscribeEndpoint,
  file35.unsubscribeEndpoint,
  file35.updateSubscriptionsEndpoint,
  file35.subscriptionPropertiesEndpoint,
  file35.subscriptionStatusEndpoint,
  file36.getTopicsEndpoint,
  file36.deleteTopicEndpoint,
  file37.typingEndpoint,
  file37.typingOnMessageEndpoint,
  file38.uploadFileEndpoint,
  file38.getTemporaryUrlEndpoint,
  file38.downloadFileEndpoint,
  file38.downloadTemporaryEndpoint,
  file38.thumbnailEndpoint,
  file39.listGroupsEndpoint,
  file39.createGroupEndpoint,
  file39.editGroupEndpoint,
  file39.deactivateGroupEndpoint,
  file39.listGroupMembersEndpoint,
  file39.isGroupMemberEndpoint,
  file39.listSubgroupsEndpoint,
  file39.changeGroupMembersEndpoint,
  file39.changeSubgroupsEndpoint,
  file40.editSettingsEndpoint,
  file40.editSettingDefaultsEndpoint,
  file40.confirmEmailEndpoint,
  file41.setOwnStatusEndpoint,
  file41.getStatusEndpoint,
  file41.setStatusEndpoint,
  file42.setTopicPolicyEndpoint,
  file42.muteTopicEndpoint,
  file43.listUsersEndpoint,
  file43.getUserEndpoint,
  file43.getUserByEmailEndpoint,
  file43.createUserEndpoint,
  file43.editUserEndpoint,
  file43.editUserByEmailEndpoint,
  file43.deactivateUserEndpoint,
  file43.reactivateUserEndpoint,
  file44.checkAccounts,
  file44.makeAccounts,
  file45.getActivity,
  file45.listEventQueues,
  file45.dropEventQueue,
  file46.getBackups,
  file46.startBackup,
  file46.downloadBackup,
  file46.checkBackupAgain,
  file46.deleteBackup,
  file46.editBackupSettings,
  file47.getDeliverySettingsEndpoint,
  file47.changeDeliverySettingsEndpoint,
  file47.sendTestMailEndpoint,
  file47.getDeliveriesEndpoint,
  file47.getDeliveryEndpoint,
  file47.retryDeliveryEndpoint,
  file48.getOperations,
  file48.getAnswerFields,
  file48.getOpenApi,
  file49.getFirstRun,
  file49.setUp,
  file49.receiveFirstBackup,
  file49.restoreFirstBackup,
  file49.enterSampleEndpoint,
  file49.leaveSampleEndpoint,
  file50.getConsoleInvitations,
  file51.getJoinInvitation,
  file51.acceptInvitation,
  file51.joinWithoutInvitation,
  file52.testLinkifier,
  file53.getLogBundle,
  file54.getNetwork,
  file54.getNetworkSettings,
  file54.editNetworkSettings,
  file54.refreshNetwork,
  file54.acknowledgeAddress,
  file54.startReachTest,
  file54.setCertificate,
  file54.makeOwnCertificate,
  file54.dropCertificate,
  file55.getConsoleOrganization,
  file56.getOutbox,
  file56.getOutboxMail,
  file57.getOverview,
  file57.getStatus,
  file58.getPasswordLink,
  file58.choosePasswordByLink,
  file58.askForPasswordLink,
  file59.getPresenceOverview,
  file59.getPresenceHistory,
  file60.receiveBackupEndpoint,
  file60.discardReceivedBackup,
  file60.restoreReceivedBackup,
  file60.restoreKeptBackup,
  file61.getConsoleScheduledMessages,
  file62.signIn,
  file62.session,
  file62.signOut,
  file62.signOutEverywhere,
  file63.getSentMessages,
  file63.getBusiestChannels,
  file63.getServerHealth,
  file64.getConsoleTopics,
  file65.getTraining,
  file65.resetTraining,
  file65.saveSnapshot,
  file65.deleteSnapshot,
  file65.getDemoAccounts,
  file65.addFault,
  file65.endFaults,
  file65.endFault,
  file66.getConsoleUploads,
  file66.deleteConsoleUpload,
  file67.getAccount,
  file67.resetPassword,
  file67.signOutUser,
  file67.getBotDetails,
  file68.getCatcher,
  file68.createCatcherBotEndpoint,
  file68.changeCatcher,
  file68.clearCaught,
  file68.resendCaughtEndpoint,
  file68.catchWebhook,
];
