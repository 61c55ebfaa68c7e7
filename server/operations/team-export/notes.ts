/** Export notes for users who import an archive, in sentences: the command says it, and the archive has it as `notes.txt`. */
import { describeLacking, describeLackingFile, type LackingFile } from '../../storage/lacking.ts';
import { phrase } from '../../translation.ts';
import type { NeedsAddress } from './addresses.ts';

export interface ExportNotes {
  /** Who cannot sign in there until they have another address. */
  needAddress: NeedsAddress[];
  /** Domains that are too long for the importing server. */
  leftOutDomains: string[];
  /** Uploads that are not on disk as recorded. */
  lacking: LackingFile[];
}

export function exportNotes({ needAddress, leftOutDomains, lacking }: ExportNotes): string[] {
  return [
    ...needAddress.map(({ name, id, address }) =>
      phrase(
        `The address ${address} of ${name} (number ${id}) is not valid on the new server. Give them another one under Users before ` +
          'you export, or an owner does it there: they sign in by "forgot password".',
      ),
    ),
    ...leftOutDomains.map((domain) => phrase(`The domain ${domain} is too long for the new server and was left out.`)),
    ...(lacking.length === 0
      ? []
      : [`Not in the archive, as it is not whole on this server: ${describeLacking(lacking)}.`]),
    ...lacking.map((file) => `  ${describeLackingFile(file)}`),
  ];
}
