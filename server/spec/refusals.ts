/** The text of the permission table: how the server refuses. */

export interface Refusal {
  status: number;
  code: string;
  /** A last "…" stands for anything. */
  message: string;
}

export const refusals = {
  inactive: { status: 401, code: 'USER_DEACTIVATED', message: 'Account is deactivated' },
  'sign in': {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'Not logged in: API authentication or user session required',
  },
  administrators: { status: 400, code: 'UNAUTHORIZED_PRINCIPAL', message: 'Must be an organization administrator' },
  owners: { status: 400, code: 'UNAUTHORIZED_PRINCIPAL', message: 'Must be an organization owner' },
  deleters: { status: 400, code: 'UNAUTHORIZED_PRINCIPAL', message: 'Insufficient permission' },
  no: { status: 400, code: 'BAD_REQUEST', message: 'Insufficient permission' },
  'not deactivated': { status: 400, code: 'BAD_REQUEST', message: 'The organization is not deactivated.' },
  'no webhook bot': { status: 400, code: 'BAD_REQUEST', message: 'Only incoming webhook bots are called here.' },
  'no channel': { status: 400, code: 'BAD_REQUEST', message: 'Invalid channel ID' },
  'no message': { status: 400, code: 'BAD_REQUEST', message: 'Invalid message(s)' },
  'not its admin': {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'You do not have permission to administer this channel.',
  },
  'not its sender': { status: 400, code: 'BAD_REQUEST', message: "You don't have permission to edit this message" },
  'not to delete': { status: 400, code: 'BAD_REQUEST', message: "You don't have permission to delete this message" },
  'no draft': { status: 404, code: 'BAD_REQUEST', message: 'Draft does not exist' },
  'no snippet': { status: 404, code: 'BAD_REQUEST', message: 'Saved snippet does not exist.' },
  'not scheduled': { status: 404, code: 'BAD_REQUEST', message: 'Scheduled message does not exist' },
  'no phone': { status: 404, code: 'NTFY_DEVICE_NOT_FOUND', message: 'This device was revoked already.' },
  'no browser': { status: 404, code: 'WEB_PUSH_NOT_FOUND', message: 'This browser was removed already.' },
  'no browsers': { status: 400, code: 'BAD_REQUEST', message: 'Bots have no browsers.' },
  'no phones': { status: 400, code: 'BAD_REQUEST', message: 'Bots have no phones.' },
  'no reminder': { status: 404, code: 'BAD_REQUEST', message: 'Reminder does not exist' },
  'not its author': {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'Must be an organization administrator or emoji author',
  },
  'used link': {
    status: 403,
    code: 'INVALID_SETUP_TOKEN',
    message: 'This setup link is not valid, or was used already.',
  },
  'no sample': { status: 400, code: 'BAD_REQUEST', message: 'There is no sample data to leave here.' },
  'no mail server': { status: 400, code: 'BAD_REQUEST', message: 'Enter and save the mail server first.' },
  'no directory': { status: 400, code: 'BAD_REQUEST', message: 'No directory server is set.' },
  'no backup': { status: 400, code: 'BACKUP_FOREIGN', message: 'This file is not a backup of Hearth.' },
  'no export': {
    status: 400,
    code: 'IMPORT_FOREIGN',
    message: 'This file is no export that can be imported. Choose the file as it was downloaded.',
  },
  'no upload begun': {
    status: 404,
    code: 'NOT_FOUND',
    message: 'There is no upload to continue. Please choose the file again.',
  },
  'no such file': { status: 400, code: 'BAD_REQUEST', message: 'There is no such file on the computer of the server.' },
  'no file chosen': {
    status: 400,
    code: 'IMPORT_NOT_READY',
    message: 'Choose a file first, and wait until it has been read through.',
  },
  'no report': {
    status: 404,
    code: 'IMPORT_NOT_FOUND',
    message: 'There is no report: no team was imported here.',
  },
  'not handed in': {
    status: 404,
    code: 'RESTORE_NOT_FOUND',
    message: 'This backup is no longer here. Please choose the file again.',
  },
  'wrong password': { status: 400, code: 'BAD_REQUEST', message: 'This password is not right.' },
  'not guests': { status: 400, code: 'BAD_REQUEST', message: 'Not allowed for guest users' },
  'above you': {
    status: 400,
    code: 'BAD_REQUEST',
    message: "You can't invite people to a role with more permissions than your own.",
  },
  'not your link': {
    status: 400,
    code: 'BAD_REQUEST',
    message: "You don't have permission to remove the link previews of this message",
  },
  'no picture': { status: 404, code: 'NOT_FOUND', message: 'This picture does not exist.' },
  'not yours': { status: 400, code: 'BAD_REQUEST', message: 'You cannot attach a submessage to this message.' },
  'no upload': { status: 400, code: 'BAD_REQUEST', message: 'Invalid attachment' },
  'no file': { status: 404, code: 'NOT_FOUND', message: 'This file does not exist or has been deleted.' },
  'switched off': { status: 400, code: 'BAD_REQUEST', message: 'Web-public channels are not enabled.' },
  'not this query': { status: 400, code: 'BAD_REQUEST', message: 'User not authorized for this query' },
  'not to post': { status: 400, code: 'BAD_REQUEST', message: 'You do not have permission to post in this channel.' },
  'no such name': { status: 400, code: 'STREAM_DOES_NOT_EXIST', message: "Channel 'secret' does not exist" },
  'not bots': { status: 400, code: 'BAD_REQUEST', message: 'This endpoint does not accept bot requests.' },
  'not addresses': { status: 400, code: 'BAD_REQUEST', message: 'User not authorized to change user emails' },
  'last one': { status: 400, code: 'BAD_REQUEST', message: 'Cannot deactivate the only organization owner' },
  'last owner': {
    status: 400,
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    message: 'Cannot deactivate the only organization owner',
  },
  'no fields': { status: 400, code: 'BAD_REQUEST', message: 'Bots have no profile fields.' },
  'no queue': { status: 400, code: 'BAD_EVENT_QUEUE_ID', message: 'Bad event queue ID: …' },
  'no provider': { status: 400, code: 'BAD_REQUEST', message: 'This way to sign in is not offered here.' },
  'provider away': { status: 400, code: 'BAD_REQUEST', message: 'The provider cannot be reached.' },
  'not linked': { status: 404, code: 'NOT_FOUND', message: 'You are not linked with this account.' },
  'no token': { status: 403, code: 'AUTHENTICATION_FAILED', message: 'Your username or password is incorrect' },
  'set-up ended': {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'This set-up took too long, or the server was restarted. Start the set-up again.',
  },
  'set up later': { status: 400, code: 'BAD_REQUEST', message: 'Sign in, then set it up in your settings.' },
  'factor off': { status: 400, code: 'BAD_REQUEST', message: 'Two-factor sign-in is off.' },
  'no factor': { status: 400, code: 'BAD_REQUEST', message: 'This user has not set up two-factor sign-in.' },
  'no demo': { status: 400, code: 'BAD_REQUEST', message: 'This works only in a demo organization: …' },
  'no access': { status: 400, code: 'BAD_REQUEST', message: 'Unable to access channel (…' },
  'no such id': { status: 400, code: 'STREAM_DOES_NOT_EXIST', message: 'Channel with ID …' },
} as const satisfies Record<string, Refusal>;

export type Word = keyof typeof refusals;
