/** Every endpoint of the API. Written by server/tools/endpoints.mjs from the files of this folder; not to be edited. */
import type { ApiEndpoint } from './console/endpoint.ts';
import { subjects, type Subject } from './subjects.ts';
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
import * as file35 from './sign-in-icons.ts';
import * as file36 from './sign-in.ts';
import * as file37 from './submessages.ts';
import * as file38 from './subscriptions.ts';
import * as file39 from './topics.ts';
import * as file40 from './typing.ts';
import * as file41 from './uploads.ts';
import * as file42 from './user-groups.ts';
import * as file43 from './user-settings.ts';
import * as file44 from './user-status.ts';
import * as file45 from './user-topics.ts';
import * as file46 from './users.ts';
import * as file47 from './console/accounts.ts';
import * as file48 from './console/activity.ts';
import * as file49 from './console/audit-log.ts';
import * as file50 from './console/backups.ts';
import * as file51 from './console/delivery.ts';
import * as file52 from './console/directory.ts';
import * as file53 from './console/explorer.ts';
import * as file54 from './console/first-import.ts';
import * as file55 from './console/first-run.ts';
import * as file56 from './console/imports.ts';
import * as file57 from './console/invitations.ts';
import * as file58 from './console/join.ts';
import * as file59 from './console/linkifiers.ts';
import * as file60 from './console/log-bundle.ts';
import * as file61 from './console/network.ts';
import * as file62 from './console/organization.ts';
import * as file63 from './console/outbox.ts';
import * as file64 from './console/overview.ts';
import * as file65 from './console/passwords.ts';
import * as file66 from './console/presence.ts';
import * as file67 from './console/refused-calls.ts';
import * as file68 from './console/restores.ts';
import * as file69 from './console/scheduled-messages.ts';
import * as file70 from './console/sessions.ts';
import * as file71 from './console/sign-in-providers.ts';
import * as file72 from './console/sign-in-with.ts';
import * as file73 from './console/statistics.ts';
import * as file74 from './console/team-export.ts';
import * as file75 from './console/topics.ts';
import * as file76 from './console/training.ts';
import * as file77 from './console/two-factor-users.ts';
import * as file78 from './console/two-factor.ts';
import * as file79 from './console/uploads.ts';
import * as file80 from './console/users.ts';
import * as file81 from './console/webhook-inspector.ts';

const files: readonly { subject: Subject; endpoints: readonly ApiEndpoint[] }[] = [
  { subject: file1.subject, endpoints: [file1.listAlertWords, file1.addAlertWords, file1.removeAlertWords] },
  { subject: file2.subject, endpoints: [file2.getAttachments, file2.removeAttachment] },
  { subject: file3.subject, endpoints: [file3.getAvatar, file3.getMediumAvatar, file3.uploadAvatar, file3.deleteAvatar] },
  { subject: file4.subject, endpoints: [file4.listBots, file4.createBot, file4.editBot, file4.deactivateBot, file4.regenerateBotKey, file4.getBotStorage, file4.putBotStorage, file4.removeBotStorage] },
  { subject: file5.subject, endpoints: [file5.createFolder, file5.listFolders, file5.reorderFolders, file5.editFolder] },
  { subject: file6.subject, endpoints: [file6.createChannel, file6.getChannels, file6.getChannel, file6.getChannelId, file6.updateChannel, file6.archiveChannel, file6.getSubscribers, file6.getChannelEmail] },
  { subject: file7.subject, endpoints: [file7.addDefaultChannel, file7.removeDefaultChannel] },
  { subject: file8.subject, endpoints: [file8.getDrafts, file8.createDrafts, file8.editDraft, file8.deleteDraft] },
  { subject: file9.subject, endpoints: [file9.getRealmEmoji, file9.uploadRealmEmoji, file9.deactivateRealmEmoji, file9.getEmojiPicture] },
  { subject: file10.subject, endpoints: [file10.getEvents, file10.deleteEventQueue] },
  { subject: file11.subject, endpoints: [file11.getRealmExports, file11.exportRealm, file11.getRealmExportConsents, file11.downloadExport, file11.testWelcomeMessage] },
  { subject: file12.subject, endpoints: [file12.takeExternalCall, file12.listIntegrations] },
  { subject: file13.subject, endpoints: [file13.sendInvites, file13.createInviteLink, file13.getInvites, file13.revokeEmailInvite, file13.revokeInviteLink, file13.resendInvite] },
  { subject: file14.subject, endpoints: [file14.getLinkifiers, file14.getFilters, file14.createLinkifier, file14.editLinkifier, file14.deleteLinkifier, file14.orderLinkifiers, file14.createPlayground, file14.deletePlayground] },
  { subject: file15.subject, endpoints: [file15.markAllAsRead, file15.markChannelAsRead, file15.markTopicAsRead] },
  { subject: file16.subject, endpoints: [file16.getOwnUser, file16.deactivateOwnUser, file16.setProfileData, file16.removeProfileData, file16.regenerateOwnKey] },
  { subject: file17.subject, endpoints: [file17.updateMessage, file17.deleteMessage, file17.getMessageHistory, file17.getReadReceipts, file17.reportMessage] },
  { subject: file18.subject, endpoints: [file18.updateFlags, file18.updateFlagsNarrow] },
  { subject: file19.subject, endpoints: [file19.sendMessage, file19.getMessages, file19.getMessage, file19.matchesNarrow] },
  { subject: file20.subject, endpoints: [file20.muteUser, file20.unmuteUser] },
  { subject: file21.subject, endpoints: [file21.getNavigationViews, file21.addNavigationView, file21.editNavigationView, file21.removeNavigationView] },
  { subject: file22.subject, endpoints: [file22.markOnboardingStep] },
  { subject: file23.subject, endpoints: [file23.getRealmIcon, file23.getRealmLogo, file23.getRealmNightLogo, file23.uploadRealmIcon, file23.deleteRealmIcon, file23.uploadRealmLogo, file23.deleteRealmLogo] },
  { subject: file24.subject, endpoints: [file24.updateRealm, file24.getRealmDomains, file24.createRealmDomain, file24.updateRealmDomain, file24.deleteRealmDomain] },
  { subject: file25.subject, endpoints: [file25.reportPresence, file25.listPresence, file25.getUserPresence] },
  { subject: file26.subject, endpoints: [file26.listProfileFields, file26.createProfileField, file26.reorderProfileFields, file26.editProfileField, file26.deleteProfileField] },
  { subject: file27.subject, endpoints: [file27.registerPushDevice, file27.addFcmToken, file27.removeFcmToken, file27.addApnsToken, file27.removeApnsToken, file27.sendTestNotification, file27.e2eeTestNotification] },
  { subject: file28.subject, endpoints: [file28.addReaction, file28.removeReaction] },
  { subject: file29.subject, endpoints: [file29.register] },
  { subject: file30.subject, endpoints: [file30.getReminders, file30.createReminder, file30.deleteReminder] },
  { subject: file31.subject, endpoints: [file31.renderMessage] },
  { subject: file32.subject, endpoints: [file32.getSavedSnippets, file32.createSavedSnippet, file32.editSavedSnippet, file32.deleteSavedSnippet] },
  { subject: file33.subject, endpoints: [file33.getScheduledMessages, file33.createScheduledMessage, file33.editScheduledMessage, file33.deleteScheduledMessage] },
  { subject: file34.subject, endpoints: [file34.getServerSettings, file34.getEmojiData] },
  { subject: file35.subject, endpoints: [file35.getProviderIcon] },
  { subject: file36.subject, endpoints: [file36.fetchApiKey, file36.mobileSignIn] },
  { subject: file37.subject, endpoints: [file37.addSubmessage] },
  { subject: file38.subject, endpoints: [file38.getSubscriptions, file38.subscribe, file38.unsubscribe, file38.updateSubscriptions, file38.subscriptionProperties, file38.subscriptionStatus] },
  { subject: file39.subject, endpoints: [file39.getTopics, file39.deleteTopic] },
  { subject: file40.subject, endpoints: [file40.typing, file40.typingOnMessage] },
  { subject: file41.subject, endpoints: [file41.uploadFile, file41.getTemporaryUrl, file41.downloadFile, file41.downloadTemporary, file41.thumbnail] },
  { subject: file42.subject, endpoints: [file42.listGroups, file42.createGroup, file42.editGroup, file42.deactivateGroup, file42.listGroupMembers, file42.isGroupMember, file42.listSubgroups, file42.changeGroupMembers, file42.changeSubgroups] },
  { subject: file43.subject, endpoints: [file43.editSettings, file43.editSettingDefaults, file43.confirmEmail] },
  { subject: file44.subject, endpoints: [file44.setOwnStatus, file44.getStatus, file44.setStatus] },
  { subject: file45.subject, endpoints: [file45.setTopicPolicy, file45.muteTopic] },
  { subject: file46.subject, endpoints: [file46.listUsers, file46.getUser, file46.getUserByEmail, file46.createUser, file46.editUser, file46.editUserByEmail, file46.deactivateUser, file46.reactivateUser] },
  { subject: file47.subject, endpoints: [file47.checkAccounts, file47.makeAccounts] },
  { subject: file48.subject, endpoints: [file48.getActivity, file48.listEventQueues, file48.dropEventQueue] },
  { subject: file49.subject, endpoints: [file49.getAuditLog, file49.exportAuditLog] },
  { subject: file50.subject, endpoints: [file50.getBackups, file50.startBackup, file50.downloadBackup, file50.checkBackupAgain, file50.deleteBackup, file50.editBackupSettings] },
  { subject: file51.subject, endpoints: [file51.getDeliverySettings, file51.changeDeliverySettings, file51.checkMailCertificate, file51.sendTestMail, file51.getDeliveries, file51.getDelivery, file51.retryDelivery] },
  { subject: file52.subject, endpoints: [file52.getDirectory, file52.changeDirectory, file52.tryDirectory, file52.previewDirectory, file52.synchronizeDirectory, file52.getOwnPassword] },
  { subject: file53.subject, endpoints: [file53.getOperations, file53.getAnswerFields, file53.getOpenApi] },
  { subject: file54.subject, endpoints: [file54.getFirstImport, file54.uploadFirstImport, file54.chooseFirstImportFile, file54.startFirstImport, file54.cancelFirstImport] },
  { subject: file55.subject, endpoints: [file55.getFirstRun, file55.setUp, file55.checkSetupLink, file55.receiveFirstBackup, file55.restoreFirstBackup, file55.enterSample, file55.leaveSample] },
  { subject: file56.subject, endpoints: [file56.getImports, file56.uploadImport, file56.chooseImportFile, file56.startImport, file56.cancelImport, file56.discardImport, file56.getImportReport, file56.makeImportLinks] },
  { subject: file57.subject, endpoints: [file57.getConsoleInvitations, file57.readConsoleInvitees] },
  { subject: file58.subject, endpoints: [file58.getJoinInvitation, file58.acceptInvitation, file58.joinWithoutInvitation] },
  { subject: file59.subject, endpoints: [file59.testLinkifier] },
  { subject: file60.subject, endpoints: [file60.getLogBundle] },
  { subject: file61.subject, endpoints: [file61.getNetwork, file61.getTeamAddress, file61.getNetworkSettings, file61.editNetworkSettings, file61.refreshNetwork, file61.acknowledgeAddress, file61.startReachTest, file61.setCertificate, file61.makeOwnCertificate, file61.dropCertificate] },
  { subject: file62.subject, endpoints: [file62.getConsoleOrganization, file62.getOrganizationState, file62.deactivate, file62.reactivate] },
  { subject: file63.subject, endpoints: [file63.getOutbox, file63.getOutboxMail] },
  { subject: file64.subject, endpoints: [file64.getOverview, file64.getStatus] },
  { subject: file65.subject, endpoints: [file65.getPasswordLink, file65.choosePasswordByLink, file65.askForPasswordLink] },
  { subject: file66.subject, endpoints: [file66.getPresenceOverview, file66.getPresenceHistory] },
  { subject: file67.subject, endpoints: [file67.getRefusedCalls] },
  { subject: file68.subject, endpoints: [file68.uploadBackup, file68.discardReceivedBackup, file68.restoreReceivedBackup, file68.restoreKeptBackup] },
  { subject: file69.subject, endpoints: [file69.getConsoleScheduledMessages] },
  { subject: file70.subject, endpoints: [file70.signIn, file70.session, file70.signOut, file70.signOutEverywhere, file70.listSessions, file70.endSession] },
  { subject: file71.subject, endpoints: [file71.listSignInProviders, file71.addSignInProvider, file71.changeSignInProvider, file71.removeSignInProvider, file71.checkSignInProvider, file71.testSignInProvider, file71.uploadProviderIcon, file71.deleteProviderIcon, file71.listSignInLinks, file71.beginSignInLink, file71.endSignInLink] },
  { subject: file72.subject, endpoints: [file72.signInWith, file72.returnFromProvider, file72.proveWithPassword, file72.signInWithToken] },
  { subject: file73.subject, endpoints: [file73.getSentMessages, file73.getBusiestChannels, file73.getServerHealth] },
  { subject: file74.subject, endpoints: [file74.downloadTeamExport] },
  { subject: file75.subject, endpoints: [file75.getConsoleTopics] },
  { subject: file76.subject, endpoints: [file76.getTraining, file76.resetTraining, file76.saveSnapshot, file76.deleteSnapshot, file76.getDemoAccounts, file76.addFault, file76.endFaults, file76.endFault] },
  { subject: file77.subject, endpoints: [file77.listTwoFactorUsers, file77.requireTwoFactor, file77.resetUserTwoFactor] },
  { subject: file78.subject, endpoints: [file78.getTwoFactor, file78.beginTwoFactor, file78.turnOn, file78.renewCodes, file78.turnOff, file78.beginSignInSetup, file78.completeSignInSetup] },
  { subject: file79.subject, endpoints: [file79.getConsoleUploads, file79.deleteConsoleUpload] },
  { subject: file80.subject, endpoints: [file80.getAccount, file80.getLastActive, file80.resetPassword, file80.signOutUser, file80.getBotDetails] },
  { subject: file81.subject, endpoints: [file81.getWebhookInspector, file81.createInspectorBot, file81.changeWebhookInspector, file81.clearCaught, file81.resendCaught, file81.catchWebhook] },
];

/** Every endpoint. */
export const endpoints = files.flatMap((file) => file.endpoints);

/** Every endpoint, by what its file is about. */
export const endpointsBySubject: ReadonlyMap<Subject, readonly ApiEndpoint[]> = new Map(
  subjects.map((subject) => [subject, files.filter((file) => file.subject === subject).flatMap((file) => file.endpoints)]),
);
