/** The files that are on their way from a box: how far each is, a way to call it off, and to send one that failed again. */
import './attachments.css';
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
    <ul className="attachments" aria-label={t('Files being uploaded')}>
      {entries.map((entry) => (
        <UploadChip
          key={entry.id}
          entry={entry}
          onCancel={() => uploads.cancel(entry.id)}
          onRetry={() => uploads.retry(entry.id)}
        />
      ))}
    </ul>
  );
}

interface UploadChipProps {
  entry: UploadEntry;
  onCancel: () => void;
  onRetry: () => void;
}

function UploadChip({ entry, onCancel, onRetry }: UploadChipProps) {
  const { name, size, sent, state, reason, preview } = entry;
  const hasFailed = state === 'failed';
  return (
    <li className={`attachment upload ${hasFailed ? 'has-failed' : ''}`}>
      {preview === null ? (
        <LineIcon name={/\.(?:png|jpe?g|gif|webp|tiff?|svg)$/i.test(name) ? 'image' : 'file'} />
      ) : (
        <img src={preview} alt="" draggable={false} />
      )}
      <div>
        <strong className="cut">
          <bdi>{name}</bdi>
        </strong>
        <small role={hasFailed ? 'alert' : undefined}>
          {hasFailed ? t('{{size}}: {{reason}}', { size: sizeText(size), reason }) : uploadNote(entry)}
        </small>
        {!hasFailed && <progress max={Math.max(1, size)} value={sent} aria-label={name} />}
      </div>
      {hasFailed && entry.canRetry && (
        <ToolButton icon="retry" size={16} label={t('Upload {{name}} again', { name })} onClick={onRetry} />
      )}
      <ToolButton
        icon="close"
        size={16}
        label={hasFailed ? t('Remove {{name}}', { name }) : t('Cancel {{name}}', { name })}
        onClick={onCancel}
      />
    </li>
  );
}
