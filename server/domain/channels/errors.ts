/** The errors that are about channels. */
import { ApiError } from '../../errors.ts';

export const streamDoesNotExist = (streamId: number): ApiError =>
  new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${streamId}' does not exist`, { stream_id: streamId });

export const streamNameDoesNotExist = (name: string): ApiError =>
  new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream: name });

export const channelAlreadyExists = (channelName: string): ApiError =>
  new ApiError(409, 'CHANNEL_ALREADY_EXISTS', `Channel '${channelName}' already exists`);
