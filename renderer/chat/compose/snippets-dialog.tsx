/** Snippets dialog: reusable texts are inserted, created, changed and deleted. */
import { useState } from 'react';
import '../parts/later.css';
import { matches } from '../../client/fold.ts';
import { compareNames } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import type { SavedSnippet } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextAreaField, TextField } from '../kit/form-fields.tsx';
import { confirmed, offerUndo, reportRefusal } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { whenDialogsAreClosed } from '../kit/top-dialog.ts';
import { excerpt } from '../parts/later-item.tsx';
import { useChat, useClientState, useConversationNow } from '../store/use-chat.ts';

/** The server takes no more (api/saved-snippets). */
const longestTitle = 60;

type Edited = { id: number | null; title: string; content: string };

export function SnippetsDialog({ conversation: opened }: { conversation: Conversation }) {
  const conversation = useConversationNow(opened);
  const { writing } = useChat();
  const [edited, setEdited] = useState<Edited | null>(null);
  if (edited !== null) return <SnippetForm snippet={edited} onClose={() => setEdited(null)} />;
  return (
    <SnippetList
      onTake={({ content }) => {
        closeDialog();
        whenDialogsAreClosed(() => writing.insert(conversation, content));
      }}
      onEdit={setEdited}
      onNew={() => setEdited({ id: null, title: '', content: writing.textOf(conversation) })}
    />
  );
}

interface SnippetListProps {
  onTake: (snippet: SavedSnippet) => void;
  onEdit: (snippet: Edited) => void;
  onNew: () => void;
}

function SnippetList({ onTake, onEdit, onNew }: SnippetListProps) {
  const snippets = useClientState((state) => state.own.snippets);
  const [sought, setSought] = useState('');
  const shown = [...snippets.values()]
    .filter(({ title, content }) => matches(sought, `${title} ${content}`))
    .toSorted((a, b) => compareNames(a.title, b.title));
  return (
    <Dialog title={t('Snippets')} onClose={closeDialog}>
      {snippets.size === 0 ? (
        <p className="dialog-lead">{t('Save text that you send often and insert it into any message.')}</p>
      ) : (
        <TextField
          label={t('Find a snippet')}
          type="search"
          value={sought}
          onChange={setSought}
          autoComplete="off"
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key !== 'Enter' || first === undefined) return;
            event.preventDefault();
            onTake(first);
          }}
        />
      )}
      <ul className="snippet-list" aria-label={t('Snippets')}>
        {shown.map((snippet) => (
          <SnippetRow
            key={snippet.id}
            snippet={snippet}
            onTake={() => onTake(snippet)}
            onEdit={() => onEdit(snippet)}
          />
        ))}
      </ul>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onNew}>
          <LineIcon name="plus" size={18} />
          {t('New snippet')}
        </button>
      </div>
    </Dialog>
  );
}

interface SnippetRowProps {
  snippet: SavedSnippet;
  onTake: () => void;
  onEdit: () => void;
}

function SnippetRow({ snippet: { id, title, content }, onTake, onEdit }: SnippetRowProps) {
  const remove = async (): Promise<void> => {
    if (!(await reportRefusal(request('DELETE', `/saved_snippets/${id}`)))) return;
    const undo = (): void => void reportRefusal(request('POST', '/saved_snippets', { title, content }));
    offerUndo(t('Snippet deleted.'), { undo });
  };
  return (
    <li>
      <button type="button" className="snippet-take" onClick={onTake}>
        <strong className="cut" dir="auto">
          {title}
        </strong>
        <small className="cut" dir="auto">
          {excerpt(content)}
        </small>
      </button>
      <ToolButton icon="edit" size={18} label={t('Edit {{name}}', { name: title })} onClick={onEdit} />
      <ToolButton icon="delete" size={18} label={t('Delete {{name}}', { name: title })} onClick={() => void remove()} />
    </li>
  );
}

function SnippetForm({ snippet, onClose }: { snippet: Edited; onClose: () => void }) {
  const longest = useClientState((state) => state.organization.limits.max_message_length);
  const [title, setTitle] = useState(snippet.title);
  const [content, setContent] = useState(snippet.content);
  const [isChecked, setIsChecked] = useState(false);
  const missing = (text: string, sentence: string): string | null =>
    isChecked && text.trim() === '' ? sentence : null;
  const save = async (): Promise<boolean> => {
    setIsChecked(true);
    if (title.trim() === '' || content.trim() === '') return false;
    const fields = { title: title.trim(), content };
    const asked = reportRefusal(
      snippet.id === null
        ? request('POST', '/saved_snippets', fields)
        : request('PATCH', `/saved_snippets/${snippet.id}`, fields),
    );
    return confirmed(asked, t('Snippet saved.'));
  };
  return (
    <FormDialog
      title={snippet.id === null ? t('New snippet') : t('Edit snippet')}
      submitLabel={t('Save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={title}
        onChange={setTitle}
        maxLength={longestTitle}
        autoComplete="off"
        error={missing(title, t('Enter a name.'))}
      />
      <TextAreaField
        label={t('Text')}
        rows={6}
        value={content}
        onChange={setContent}
        maxLength={longest}
        error={missing(content, t('Enter the text.'))}
      />
    </FormDialog>
  );
}
