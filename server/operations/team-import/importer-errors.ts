/** Errors of imports in the console: refusals with a code, and sentences for people. */
import { bodyTooLarge, coded, messageOf, notFound } from '../../errors.ts';
import { isDiskFull } from '../../storage/errors.ts';
import { phrase } from '../../translation.ts';
import { repack } from './archive.ts';
import { ImportRefused } from './report.ts';

/** @param what kind of archive it is, as `foreignKind` says */
export function noExport(what: string) {
  const advice = repack;
  const why =
    what === ''
      ? phrase('This file is no export that can be imported. Choose the file as it was downloaded.')
      : phrase(`This file is ${what}, which cannot be imported. ${advice}`);
  return coded('IMPORT_FOREIGN', why);
}
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
export const noUpload = () => notFound('There is no upload to continue. Please choose the file again.');
export const partTooLong = () => bodyTooLarge('This part is longer than a part may be, or than the file is.');
/** @returns why a file cannot be imported, and what to do. Users know the file by its name, not by its path here. */
export function sentenceOf(error: unknown, { path, name }: { path: string; name: string }): string {
  if (error instanceof ImportRefused) return error.message.replaceAll(path, name);
  if (isDiskFull(error) || /ENOSPC|disk is full/.test(messageOf(error)))
    return phrase('There is too little room on the disk of the server. Make room and try again. Nothing was imported.');
  const message = messageOf(error).replaceAll(path, name);
  return phrase(`${message} Nothing was imported.`);
}
