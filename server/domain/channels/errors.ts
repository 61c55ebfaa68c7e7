/** The errors that are about channels. */
import { ApiError } from '../../errors.ts';

export const channelDoesNotExist = (channelId: number): ApiError =>
  new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${channelId}' does not exist`, { stream_id: channelId });

export const channelNameDoesNotExist = (name: string): ApiError =>
  new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream: name });

export const channelAlreadyExists = (channelName: string): ApiError =>
  new ApiError(409, 'CHANNEL_ALREADY_EXISTS', `Channel '${channelName}' already exists`);
