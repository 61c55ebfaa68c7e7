/** The errors that are about channels. */
import { ApiError, type ErrorFields } from '../../errors.ts';

const noSuchChannel = (called: string, fields: ErrorFields): ApiError =>
  new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel ${called} does not exist`, fields);

/** Also where there is one that the caller may not know of. */
export const channelDoesNotExist = (channelId: number): ApiError =>
  noSuchChannel(`with ID '${channelId}'`, { stream_id: channelId });

/** The same of a channel that is called by its name. */
export const channelNameDoesNotExist = (name: string): ApiError => noSuchChannel(`'${name}'`, { stream: name });

/** Names are compared without regard to case. */
export const channelAlreadyExists = (channelName: string): ApiError =>
  new ApiError(409, 'CHANNEL_ALREADY_EXISTS', `Channel '${channelName}' already exists`);
