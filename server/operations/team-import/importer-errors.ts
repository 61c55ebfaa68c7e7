/** Errors of imports in the console: refusals with a code, and sentences for people. */
import { coded, messageOf } from '../../errors.ts';
import { isDiskFull } from '../../storage/errors.ts';
import { ImportRefused } from './report.ts';

export const noExport = () =>
  coded('IMPORT_FOREIGN', 'This file is no export that can be imported. Choose the file as it was downloaded.');
export const busy = () => coded('IMPORT_BUSY', 'A team is being imported already. Please wait for it, or cancel it.');
export const notReady = () =>
  coded('IMPORT_NOT_READY', 'Choose a file first, and wait until it has been read through.');

/** @returns why a file cannot be imported, and what to do. Users know the file by its name, not by its path here. */
export function sentenceOf(error: unknown, { path, name }: { path: string; name: string }): string {
  if (error instanceof ImportRefused) return error.message.replaceAll(path, name);
  if (isDiskFull(error) || /ENOSPC|disk is full/.test(messageOf(error)))
    return 'There is too little room on the disk of the server. Make room and try again. Nothing was imported.';
  return `${messageOf(error).replaceAll(path, name)} Nothing was imported.`;
}
