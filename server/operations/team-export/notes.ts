/** What whoever imports an archive has to look after, in sentences: the command says it, and the archive has it as `notes.txt`. */
import type { NeedsAddress } from './addresses.ts';

export interface ExportNotes {
  /** Who cannot sign in there until they have another address. */
  needAddress: NeedsAddress[];
  /** Domains that are too long for the importing server. */
  leftOutDomains: string[];
}

export function exportNotes({ needAddress, leftOutDomains }: ExportNotes): string[] {
  return [
    ...needAddress.map(
      ({ name, id, address }) =>
        `The address ${address} of ${name} (number ${id}) is not valid on the new server. Give them another one under Users before ` +
        'you export, or an owner does it there: they sign in by "forgot password".',
    ),
    ...leftOutDomains.map((domain) => `The domain ${domain} is too long for the new server and was left out.`),
  ];
}
