/** The files that are on their way from a box: how far each is, and a way to call it off. */
import { useStore } from 'zustand';
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { targetKey, type UploadEntry, type UploadTarget } from '../store/upload-store.ts';
import { useChat } from '../store/use-chat.ts';
import { uploadNote } from './upload-note.ts';

export function UploadList({ target }: { target: UploadTarget }) {
  const { uploads } = useChat().writing;
  const key = targetKey(target);
  const entries = useStore(uploads.entries).filter((entry) => targetKey(entry.target) === key);
  if (entries.length === 0) return null;
  return (
    <ul className="upload-list" aria-label={t('Files being uploaded')}>
      {entries.map((entry) => (
        <UploadRow key={entry.id} entry={entry} onCancel={() => uploads.cancel(entry.id)} />
      ))}
    </ul>
  );
}

function UploadRow({ entry, onCancel }: { entry: UploadEntry; onCancel: () => void }) {
  const { name, size, sent, state, reason } = entry;
  const hasFailed = state === 'failed';
  return (
    <li className={`upload ${hasFailed ? 'has-failed' : ''}`}>
      <LineIcon name={/\.(?:png|jpe?g|gif|webp|tiff?|svg)$/i.test(name) ? 'image' : 'file'} />
      <div>
        <strong className="cut">
          <bdi>{name}</bdi>
        </strong>
        <small role={hasFailed ? 'alert' : undefined}>
          {hasFailed ? t('{{size}}: {{reason}}', { size: sizeText(size), reason }) : uploadNote(entry)}
        </small>
        {!hasFailed && <progress max={Math.max(1, size)} value={sent} aria-label={name} />}
      </div>
      <ToolButton
        icon="close"
        size={18}
        label={hasFailed ? t('Remove {{name}}', { name }) : t('Cancel {{name}}', { name })}
        onClick={onCancel}
      />
    </li>
  );
}
