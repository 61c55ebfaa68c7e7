/** Forms for a poll and for a list of tasks; what is sent is the command that every client reads (`/poll`, `/todo`). */
import { useState } from 'react';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { atMost } from '../../components/text-limit.ts';
import { closeDialog, type BegunWidget } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextField } from '../kit/form-fields.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { whenDialogsAreClosed } from '../kit/top-dialog.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { widgetCommand } from '../store/widget-command.ts';

interface NewWidgetProps {
  kind: 'poll' | 'todo';
  conversation: Conversation;
  begun?: BegunWidget;
}

interface Entry {
  id: number;
  text: string;
}

/** Characters of an entry. */
const longestEntry = 1000;

const emptyEntry = (id: number): Entry => ({ id, text: '' });

/** With room for two at least. */
function entriesOf(begun: BegunWidget | undefined): Entry[] {
  const texts = begun?.entries ?? [];
  return [...texts, ...['', ''].slice(texts.length)].map((text, id) => ({ id, text: atMost(text, longestEntry) }));
}

const words = {
  poll: () => ({
    title: t('New poll'),
    heading: t('Question'),
    noHeading: t('Enter a question.'),
    entry: (number: number) => t('Option {{number}}', { number }),
    add: t('Add an option'),
    note: t('Everyone can vote and add options.'),
  }),
  todo: () => ({
    title: t('New to-do list'),
    heading: t('Title'),
    noHeading: null,
    entry: (number: number) => t('Task {{number}}', { number }),
    add: t('Add a task'),
    note: t('Everyone can add tasks and mark them as done. Text after a colon is the description.'),
  }),
};

export function NewWidget({ kind, conversation, begun }: NewWidgetProps) {
  const { writing } = useChat();
  const longest = useClientState((state) => state.organization.limits.max_message_length);
  const [heading, setHeading] = useState('');
  const [entries, setEntries] = useState<readonly Entry[]>(() => entriesOf(begun));
  const [problem, setProblem] = useState<string | null>(null);
  const said = words[kind]();
  const change = (id: number, text: string): void => {
    setEntries(entries.map((entry) => (entry.id === id ? { id, text: atMost(text, longestEntry) } : entry)));
    setProblem(null);
  };
  const send = (): Promise<boolean> => {
    const command = widgetCommand(
      kind,
      heading,
      entries.map(({ text }) => text),
    );
    const isMissing = heading.trim() === '' && said.noHeading !== null;
    const isLong = [...command].length > longest;
    if (isMissing || isLong) {
      setProblem(isMissing ? said.noHeading : t('Too long for one message. Shorten it.'));
      return Promise.resolve(false);
    }
    // The box takes no text while a dialog is over it.
    whenDialogsAreClosed(() => {
      const text = writing.textOf(conversation);
      writing.put(conversation, command);
      // What cannot be sent now stays in the box, and so does what else was written there.
      writing.send(conversation);
      if (text.trim() !== '' && text !== begun?.text) writing.append(conversation, text);
    });
    return Promise.resolve(true);
  };
  return (
    <FormDialog title={said.title} submitLabel={t('Send')} onSubmit={send} onClose={closeDialog}>
      <TextField
        label={said.heading}
        value={heading}
        onChange={(text) => {
          setHeading(text);
          setProblem(null);
        }}
        maxLength={longestEntry}
        autoComplete="off"
        error={problem}
      />
      {entries.map(({ id, text }, index) => (
        <div key={id} className="widget-entry">
          <TextField
            label={said.entry(index + 1)}
            value={text}
            onChange={(written) => change(id, written)}
            maxLength={longestEntry}
            autoComplete="off"
          />
          <ToolButton
            icon="close"
            size={16}
            label={t('Remove {{name}}', { name: said.entry(index + 1) })}
            onClick={() => setEntries(entries.filter((entry) => entry.id !== id))}
          />
        </div>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => setEntries([...entries, emptyEntry((entries.at(-1)?.id ?? 0) + 1)])}
      >
        {said.add}
      </button>
      <p className="field-note">{said.note}</p>
    </FormDialog>
  );
}
