/** Errors of imports in the console: refusals with a code, and sentences for people. */
import { bodyTooLarge, coded, messageOf } from '../../errors.ts';
import { isDiskFull } from '../../storage/errors.ts';
import { ImportRefused } from './report.ts';

/** @param foreign why, with what to do */
export const noExport = ({ message }: ImportRefused, { path, name }: { path: string; name: string }) =>
  coded('IMPORT_FOREIGN', `This file is no export that can be imported. ${message.replaceAll(path, name)}`);
export const busy = () => coded('IMPORT_BUSY', 'A team is being imported already. Please wait for it, or cancel it.');
export const notReady = () =>
  coded('IMPORT_NOT_READY', 'Choose a file first, and wait until it has been read through.');

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

export const otherUpload = ({ name, size, received }: { name: string; size: number; received: number }) =>
  coded(
    'IMPORT_UPLOAD_OTHER',
    `The upload of another file is not complete: ${name}, ${megabytes(received)} of ${megabytes(size)}. Choose that file to continue, or discard the upload.`,
  );
export const fileChanged = (name: string) =>
  coded(
    'IMPORT_FILE_CHANGED',
    `This is not the same file: ${name} has changed since its upload began. Choose the file that was uploaded first, or discard the upload.`,
  );
export const uploadBusy = () =>
  coded('IMPORT_UPLOAD_BUSY', 'Another window is uploading this file now. Please wait, or close that window.', 409);
/** @param received bytes that are here */
export const partAhead = (received: number) =>
  coded('IMPORT_UPLOAD_AHEAD', `The upload has ${received} bytes. Continue from there.`, 409);
export const noUpload = () =>
  coded('IMPORT_NOT_FOUND', 'There is no upload to continue. Please choose the file again.', 404);
export const partTooLong = () => bodyTooLarge('This part is longer than a part may be, or than the file is.');
export const noRoomForRest = (rest: number) =>
  coded(
    'NO_ROOM',
    `There is too little room on the disk of the server for the other ${megabytes(rest)} of the file. Make room, then continue: what was uploaded is kept.`,
  );

/** @returns why a file cannot be imported, and what to do. Users know the file by its name, not by its path here. */
export function sentenceOf(error: unknown, { path, name }: { path: string; name: string }): string {
  if (error instanceof ImportRefused) return error.message.replaceAll(path, name);
  if (isDiskFull(error) || /ENOSPC|disk is full/.test(messageOf(error)))
    return 'There is too little room on the disk of the server. Make room and try again. Nothing was imported.';
  return `${messageOf(error).replaceAll(path, name)} Nothing was imported.`;
}
