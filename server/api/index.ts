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
import * as file22 from './onboarding-steps.ts';
import * as file23 from './organization-pictures.ts';
import * as file24 from './organization.ts';
import * as file25 from './presence.ts';
import * as file26 from './profile-fields.ts';
import * as file27 from './push-devices.ts';
import * as file28 from './reactions.ts';
import * as file29 from './register.ts';
import * as file30 from './reminders.ts';
import * as file31 from './render.ts';
import * as file32 from './saved-snippets.ts';
import * as file33 from './scheduled-messages.ts';
import * as file34 from './server-info.ts';
import * as file35 from './sign-in.ts';
import * as file36 from './submessages.ts';
import * as file37 from './subscriptions.ts';
import * as file38 from './topics.ts';
import * as file39 from './typing.ts';
import * as file40 from './uploads.ts';
import * as file41 from './user-groups.ts';
import * as file42 from './user-settings.ts';
import * as file43 from './user-status.ts';
import * as file44 from './user-topics.ts';
import * as file45 from './users.ts';
import * as file46 from './console/accounts.ts';
import * as file47 from './console/activity.ts';
import * as file48 from './console/audit-log.ts';
import * as file49 from './console/backups.ts';
import * as file50 from './console/delivery.ts';
import * as file51 from './console/directory.ts';
import * as file52 from './console/explorer.ts';
import * as file53 from './console/first-run.ts';
import * as file54 from './console/invitations.ts';
import * as file55 from './console/join.ts';
import * as file56 from './console/linkifiers.ts';
import * as file57 from './console/log-bundle.ts';
import * as file58 from './console/network.ts';
import * as file59 from './console/organization.ts';
import * as file60 from './console/outbox.ts';
import * as file61 from './console/overview.ts';
import * as file62 from './console/passwords.ts';
import * as file63 from './console/presence.ts';
import * as file64 from './console/refused-calls.ts';
import * as file65 from './console/restores.ts';
import * as file66 from './console/scheduled-messages.ts';
import * as file67 from './console/sessions.ts';
import * as file68 from './console/sign-in-providers.ts';
import * as file69 from './console/sign-in-with.ts';
import * as file70 from './console/statistics.ts';
import * as file71 from './console/team-export.ts';
import * as file72 from './console/topics.ts';
import * as file73 from './console/training.ts';
import * as file74 from './console/two-factor-users.ts';
import * as file75 from './console/two-factor.ts';
import * as file76 from './console/uploads.ts';
import * as file77 from './console/users.ts';
import * as file78 from './console/webhook-inspector.ts';

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
  | 'onboarding-steps'
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
  | 'console/directory'
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
  | 'console/refused-calls'
  | 'console/restores'
  | 'console/scheduled-messages'
  | 'console/sessions'
  | 'console/sign-in-providers'
  | 'console/sign-in-with'
  | 'console/statistics'
  | 'console/team-export'
  | 'console/topics'
  | 'console/training'
  | 'console/two-factor-users'
  | 'console/two-factor'
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
  'onboarding-steps': [file22.markOnboardingStep],
  'organization-pictures': [
    file23.getRealmIcon,
    file23.getRealmLogo,
    file23.getRealmNightLogo,
    file23.uploadRealmIcon,
    file23.deleteRealmIcon,
    file23.uploadRealmLogo,
    file23.deleteRealmLogo,
  ],
  organization: [
    file24.updateRealm,
    file24.getRealmDomains,
    file24.createRealmDomain,
    file24.updateRealmDomain,
    file24.deleteRealmDomain,
  ],
  presence: [file25.reportPresence, file25.listPresence, file25.getUserPresence],
  'profile-fields': [
    file26.listProfileFields,
    file26.createProfileField,
    file26.reorderProfileFields,
    file26.editProfileField,
    file26.deleteProfileField,
  ],
  'push-devices': [
    file27.registerPushDevice,
    file27.addFcmToken,
    file27.removeFcmToken,
    file27.addApnsToken,
    file27.removeApnsToken,
    file27.sendTestNotification,
    file27.e2eeTestNotification,
  ],
  reactions: [file28.addReaction, file28.removeReaction],
  register: [file29.register],
  reminders: [file30.getReminders, file30.createReminder, file30.deleteReminder],
  render: [file31.renderMessage],
  'saved-snippets': [
    file32.getSavedSnippets,
    file32.createSavedSnippet,
    file32.editSavedSnippet,
    file32.deleteSavedSnippet,
  ],
  'scheduled-messages': [
    file33.getScheduledMessages,
    file33.createScheduledMessage,
    file33.editScheduledMessage,
    file33.deleteScheduledMessage,
  ],
  'server-info': [file34.getServerSettings, file34.getEmojiData],
  'sign-in': [file35.fetchApiKey, file35.mobileSignIn],
  submessages: [file36.addSubmessage],
  subscriptions: [
    file37.getSubscriptions,
    file37.subscribe,
    file37.unsubscribe,
    file37.updateSubscriptions,
    file37.subscriptionProperties,
    file37.subscriptionStatus,
  ],
  topics: [file38.getTopics, file38.deleteTopic],
  typing: [file39.typing, file39.typingOnMessage],
  uploads: [file40.uploadFile, file40.getTemporaryUrl, file40.downloadFile, file40.downloadTemporary, file40.thumbnail],
  'user-groups': [
    file41.listGroups,
    file41.createGroup,
    file41.editGroup,
    file41.deactivateGroup,
    file41.listGroupMembers,
    file41.isGroupMember,
    file41.listSubgroups,
    file41.changeGroupMembers,
    file41.changeSubgroups,
  ],
  'user-settings': [file42.editSettings, file42.editSettingDefaults, file42.confirmEmail],
  'user-status': [file43.setOwnStatus, file43.getStatus, file43.setStatus],
  'user-topics': [file44.setTopicPolicy, file44.muteTopic],
  users: [
    file45.listUsers,
    file45.getUser,
    file45.getUserByEmail,
    file45.createUser,
    file45.editUser,
    file45.editUserByEmail,
    file45.deactivateUser,
    file45.reactivateUser,
  ],
  'console/accounts': [file46.checkAccounts, file46.makeAccounts],
  'console/activity': [file47.getActivity, file47.listEventQueues, file47.dropEventQueue],
  'console/audit-log': [file48.getAuditLog, file48.exportAuditLog],
  'console/backups': [
    file49.getBackups,
    file49.startBackup,
    file49.downloadBackup,
    file49.checkBackupAgain,
    file49.deleteBackup,
    file49.editBackupSettings,
  ],
  'console/delivery': [
    file50.getDeliverySettings,
    file50.changeDeliverySettings,
    file50.checkMailCertificate,
    file50.sendTestMail,
    file50.getDeliveries,
    file50.getDelivery,
    file50.retryDelivery,
  ],
  'console/directory': [
    file51.getDirectory,
    file51.changeDirectory,
    file51.tryDirectory,
    file51.previewDirectory,
    file51.synchronizeDirectory,
    file51.getOwnPassword,
  ],
  'console/explorer': [file52.getOperations, file52.getAnswerFields, file52.getOpenApi],
  'console/first-run': [
    file53.getFirstRun,
    file53.setUp,
    file53.checkSetupLink,
    file53.receiveFirstBackup,
    file53.restoreFirstBackup,
    file53.enterSample,
    file53.leaveSample,
  ],
  'console/invitations': [file54.getConsoleInvitations, file54.readConsoleInvitees],
  'console/join': [file55.getJoinInvitation, file55.acceptInvitation, file55.joinWithoutInvitation],
  'console/linkifiers': [file56.testLinkifier],
  'console/log-bundle': [file57.getLogBundle],
  'console/network': [
    file58.getNetwork,
    file58.getTeamAddress,
    file58.getNetworkSettings,
    file58.editNetworkSettings,
    file58.refreshNetwork,
    file58.acknowledgeAddress,
    file58.startReachTest,
    file58.setCertificate,
    file58.makeOwnCertificate,
    file58.dropCertificate,
  ],
  'console/organization': [
    file59.getConsoleOrganization,
    file59.getOrganizationState,
    file59.deactivate,
    file59.reactivate,
  ],
  'console/outbox': [file60.getOutbox, file60.getOutboxMail],
  'console/overview': [file61.getOverview, file61.getStatus],
  'console/passwords': [file62.getPasswordLink, file62.choosePasswordByLink, file62.askForPasswordLink],
  'console/presence': [file63.getPresenceOverview, file63.getPresenceHistory],
  'console/refused-calls': [file64.getRefusedCalls],
  'console/restores': [
    file65.uploadBackup,
    file65.discardReceivedBackup,
    file65.restoreReceivedBackup,
    file65.restoreKeptBackup,
  ],
  'console/scheduled-messages': [file66.getConsoleScheduledMessages],
  'console/sessions': [
    file67.signIn,
    file67.session,
    file67.signOut,
    file67.signOutEverywhere,
    file67.listSessions,
    file67.endSession,
  ],
  'console/sign-in-providers': [
    file68.listSignInProviders,
    file68.addSignInProvider,
    file68.changeSignInProvider,
    file68.removeSignInProvider,
    file68.checkSignInProvider,
    file68.listSignInLinks,
    file68.beginSignInLink,
    file68.endSignInLink,
  ],
  'console/sign-in-with': [
    file69.signInWith,
    file69.returnFromProvider,
    file69.proveWithPassword,
    file69.signInWithToken,
  ],
  'console/statistics': [file70.getSentMessages, file70.getBusiestChannels, file70.getServerHealth],
  'console/team-export': [file71.downloadTeamExport],
  'console/topics': [file72.getConsoleTopics],
  'console/training': [
    file73.getTraining,
    file73.resetTraining,
    file73.saveSnapshot,
    file73.deleteSnapshot,
    file73.getDemoAccounts,
    file73.addFault,
    file73.endFaults,
    file73.endFault,
  ],
  'console/two-factor-users': [file74.listTwoFactorUsers, file74.requireTwoFactor, file74.resetUserTwoFactor],
  'console/two-factor': [
    file75.getTwoFactor,
    file75.beginTwoFactor,
    file75.turnOn,
    file75.renewCodes,
    file75.turnOff,
    file75.beginSignInSetup,
    file75.completeSignInSetup,
  ],
  'console/uploads': [file76.getConsoleUploads, file76.deleteConsoleUpload],
  'console/users': [
    file77.getAccount,
    file77.getLastActive,
    file77.resetPassword,
    file77.signOutUser,
    file77.getBotDetails,
  ],
  'console/webhook-inspector': [
    file78.getWebhookInspector,
    file78.createInspectorBot,
    file78.changeWebhookInspector,
    file78.clearCaught,
    file78.resendCaught,
    file78.catchWebhook,
  ],
};

export const endpoints: readonly ApiEndpoint[] = Object.values(endpointsByFile).flat();
