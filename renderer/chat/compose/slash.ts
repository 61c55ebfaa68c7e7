/** A text that begins with a command, when it is to be sent: what is done in place of posting it. */
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { confirmed, reportRefusal, showNotice } from '../kit/notices.ts';
import { commandNames, commandsFor, type CommandTarget } from './commands.ts';
import { shrugMarkdown } from './sources.ts';

/** What becomes of a text: it is sent, perhaps in another form, or it was done and leaves the box, or it stays there. */
export type Fate = { kind: 'sent'; text: string } | { kind: 'done' } | { kind: 'kept' };

interface Given extends CommandTarget {
  /** The field of the message box. */
  field: HTMLElement;
  /** It is to be sent at another time: only what is a message can wait. */
  isLater: boolean;
}

const kept = { kind: 'kept' } as const;

/** Does what a command asks for, or shows why it cannot. A text with another first word is sent as it is. */
export function takeSlash(text: string, { field, isLater, ...target }: Given): Fate {
  const [, written = '', between = '', rest = ''] = /^\/([a-z]+)(\s+|$)([\s\S]*)$/i.exec(text) ?? [];
  const name = written.toLowerCase();
  const argument = rest.trim();
  if (name === 'poll' || name === 'todo') return takeWidget(name, `${between}${rest}`, text, target);
  if (name === 'shrug') return { kind: 'sent', text: argument === '' ? shrugMarkdown : `${argument} ${shrugMarkdown}` };
  if (name === 'me') {
    if (argument !== '') return { kind: 'sent', text: `/me ${rest}` };
    return refuse(t('Write what you are doing after /me, such as “/me is at lunch”.'));
  }
  if (!commandNames.includes(name)) return { kind: 'sent', text };
  const command = `/${name}`;
  if (isLater) return refuse(t("{{command}} runs at once and can't be scheduled.", { command }));
  const found = commandsFor(target).find((each) => each.name === name);
  if (found === undefined)
    return refuse(t("{{command}} can't be used here. To send it as text, start with a space.", { command }));
  if (argument === '') found.run(field);
  else if (name === 'search') openDialog({ kind: 'search', text: argument });
  else if (name === 'status') void setStatus(argument, text, target);
  else return refuse(t('{{command}} takes no text. To send this as text, start with a space.', { command }));
  return { kind: 'done' };
}

/** A poll without a question, and a list without anything, is begun in its form. */
function takeWidget(kind: 'poll' | 'todo', after: string, text: string, { conversation }: CommandTarget): Fate {
  const begun = after.replace(/^[^\S\n]+/, '');
  const [heading = '', ...lines] = begun.split('\n');
  const entries = lines.map((line) => line.replace(/^\s*[-*]?\s*/, '').trim()).filter((line) => line !== '');
  if (heading.trim() !== '' || (kind === 'todo' && entries.length > 0))
    return { kind: 'sent', text: `/${kind}${begun.startsWith('\n') ? '' : ' '}${begun}` };
  openDialog({ kind, conversation, begun: { entries, text } });
  return kept;
}

function refuse(reason: string): Fate {
  showNotice(reason, { isError: true });
  return kept;
}

/** A status that is refused leaves its text in the box. */
async function setStatus(status: string, text: string, { chat, conversation }: CommandTarget): Promise<void> {
  const asked = request('POST', '/users/me/status', { status_text: status });
  if (!(await confirmed(reportRefusal(asked), t('Status saved.')))) chat.writing.append(conversation, text);
}
