/** The files that are on their way from a box: how far each is, a way to call it off, and to send one that failed again. */
import './attachments.css';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import type { UploadEntry } from '../store/upload-store.ts';
import { targetKey, type UploadTarget } from '../store/upload-target.ts';
import { useChat } from '../store/use-chat.ts';
import { uploadNote } from './upload-note.ts';

export function UploadList({ target }: { target: UploadTarget }) {
  const { uploads } = useChat().writing;
  const key = targetKey(target);
  const entries = useStore(uploads.entries).filter((entry) => targetKey(entry.target) === key);
  const isWaiting = useStore(uploads.sendingWhenDone, (keys: ReadonlySet<string>) => keys.has(key));
  if (entries.length === 0) return null;
  return (
    <>
      <WaitingNote isWaiting={isWaiting} hasFailed={entries.some(({ state }) => state === 'failed')} />
      <ul className="attachments" aria-label={t('Files being uploaded')}>
        {entries.map((entry) => (
          <UploadChip
            key={entry.id}
            entry={entry}
            onCancel={() => uploads.cancel(entry.id)}
            onRetry={() => uploads.retry(entry.id)}
            onFile={(file) => uploads.chooseAgain(entry.id, file)}
          />
        ))}
      </ul>
    </>
  );
}

/** Says what a message waits for that was sent before its files were there. */
function WaitingNote({ isWaiting, hasFailed }: { isWaiting: boolean; hasFailed: boolean }) {
  if (!isWaiting) return null;
  return (
    <output className="upload-wait">
      {hasFailed
        ? t('Not sent yet: a file is missing. Upload it again, or remove it.')
        : t('Not sent yet: it is sent when its files are uploaded.')}
    </output>
  );
}

interface UploadChipProps {
  entry: UploadEntry;
  onCancel: () => void;
  onRetry: () => void;
  /** The file was chosen again. */
  onFile: (file: File) => void;
}

function UploadChip({ entry, onCancel, onRetry, onFile }: UploadChipProps) {
  const picker = useRef<HTMLInputElement>(null);
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
      {entry.needsFile && (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={t('Choose {{name}} again', { name })}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) onFile(file);
              currentTarget.value = '';
            }}
          />
          <ToolButton
            icon="attach"
            size={16}
            label={t('Choose {{name}} again', { name })}
            onClick={() => picker.current?.click()}
          />
        </>
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
