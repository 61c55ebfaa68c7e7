/** `import`: what an import of a team from another server would bring (operations/team-import). */
import { statSync } from 'node:fs';
import { sharedNames } from '../operations/team-import/preview-wire.ts';
import { ImportRefused, Problems } from '../operations/team-import/report.ts';
import type { TeamPreview } from '../operations/team-import/source.ts';
import { previewZulip } from '../operations/team-import/zulip-preview.ts';
import { required } from './backup.ts';
import type { Command } from './command.ts';
import { sizeOf } from './sizes.ts';
import { UsageError } from './usage.ts';

/** Lines of a list that are shown. */
const most = 50;

export const importCommand: Command = {
  summary:
    'show what is in an export of another server of this API (.tar.gz), and what an import could not take; nothing is written',
  options: {
    from: { type: 'string', help: 'the .tar.gz file of a Zulip organization export (version 9 to 12), or of export' },
    preview: { type: 'boolean', help: 'required: only previews are made so far' },
  },
  async run(flags, say) {
    const from = required(flags, 'from');
    if (flags['preview'] !== true)
      throw new UsageError('Add --preview: this version shows what an import would bring, and does not import.');
    if (statSync(from, { throwIfNoEntry: false })?.isFile() !== true) throw new UsageError(`There is no file ${from}.`);
    const problems = new Problems();
    try {
      const preview = await previewZulip(from, { report: problems.report, signal: new AbortController().signal });
      for (const line of [...previewLines(preview), ...problems.lines()]) say(line);
    } catch (error) {
      if (error instanceof ImportRefused) throw new UsageError(error.message);
      throw error;
    }
  },
};

/** Private channels and direct messages are counted, never listed. */
function previewLines({
  title,
  organization,
  counts,
  fileBytes,
  people,
  channels,
  notCarriedOver,
}: TeamPreview & { title: string }): string[] {
  const open = channels.filter(({ isPrivate }) => !isPrivate);
  const lacking = people.filter(({ email, isBot }) => email === null && !isBot);
  return [
    `${organization} (${title})`,
    `  ${counted(counts.users, 'user')}, ${counted(counts.bots, 'bot')}, of both ${counts.deactivated} deactivated`,
    `  ${counted(counts.channels, 'channel')}, ${counts.private_channels} of them private`,
    `  ${counted(counts.messages, 'message')}, ${counts.direct_messages} of them direct`,
    `  ${counted(counts.files, 'file')} (${sizeOf(fileBytes)})`,
    ...listed(
      'Public channels:',
      open.map(({ name, messages }) => `${name}: ${counted(messages ?? 0, 'message')}`),
    ),
    ...listed(
      'Users without an address, who need one to sign in:',
      lacking.map(({ name }) => name),
    ),
    ...listed(
      'Names that several users have:',
      sharedNames(people).map(({ name, count }) => `${name} (${count})`),
    ),
    ...listed('Not carried over:', notCarriedOver),
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function listed(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length > most ? [`  and ${lines.length - most} more`] : [];
  return [title, ...lines.slice(0, most).map((line) => `  ${line}`), ...rest];
}
