/** Files of the message box as chips: those on their way, and those at the server, which can be captioned, put in another order and removed. */
import './attachments.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { fileDetails } from '../../client/file-details.ts';
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { limited } from '../../components/text-limit.ts';
import { captionOf, moved, nameOf, withCaption, type FilePart } from '../kit/box-parts.ts';
import { openMenu, type MenuEntry } from '../kit/menu-store.ts';
import { offerUndo } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import type { UploadTarget } from '../store/upload-target.ts';
import { UploadList } from './upload-list.tsx';
import type { Parts } from './use-parts.ts';

export function Attachments({ parts, target }: { parts: Parts; target: UploadTarget }) {
  const { files } = parts;
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number): void => parts.change({ files: moved(files, from, to) });
  const remove = (index: number): void => {
    const before = files;
    parts.change({ files: files.toSpliced(index, 1) });
    const file = files[index];
    if (file !== undefined)
      offerUndo(t('{{name}} removed.', { name: nameOf(file) }), { undo: () => parts.change({ files: before }) });
  };
  return (
    <>
      {files.length > 0 && (
        <ul className="attachments" aria-label={t('Attachments')}>
          {files.map((file, index) => (
            <AttachmentChip
              key={file.url}
              file={file}
              index={index}
              count={files.length}
              isDragged={dragged === index}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
              onCaption={(caption) => parts.change({ files: files.with(index, withCaption(file, caption)) })}
              onDrag={setDragged}
              onDrop={() => {
                if (dragged !== null) move(dragged, index);
                setDragged(null);
              }}
            />
          ))}
        </ul>
      )}
      <UploadList target={target} />
    </>
  );
}

interface ChipProps {
  file: FilePart;
  index: number;
  count: number;
  isDragged: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  onCaption: (caption: string) => void;
  /** @param index null: it was let go. */
  onDrag: (index: number | null) => void;
  onDrop: () => void;
}

function AttachmentChip(props: ChipProps) {
  const { file, index, count, isDragged, onMove, onRemove } = props;
  const [isCaptioned, setIsCaptioned] = useState(false);
  const item = useDragging(props);
  const name = nameOf(file);
  const caption = captionOf(file);
  const moveByKey = (event: KeyboardEvent): void => {
    const by = stepOf(event);
    if (by === 0) return;
    event.preventDefault();
    onMove(index + by);
  };
  const openOptions = (button: HTMLElement): void => {
    const moves: MenuEntry[] = [
      { label: t('Move forward'), icon: 'back', onPick: () => onMove(index - 1), isDisabled: index === 0 },
      { label: t('Move back'), icon: 'next', onPick: () => onMove(index + 1), isDisabled: index === count - 1 },
    ];
    openMenu(t('Options of {{name}}', { name }), button, [
      {
        label: caption === '' ? t('Add a caption') : t('Edit the caption'),
        icon: 'edit',
        onPick: () => setIsCaptioned(true),
      },
      ...(count > 1 ? moves : []),
      'line',
      { label: t('Remove'), icon: 'delete', onPick: onRemove, isDanger: true },
    ]);
  };
  return (
    <li ref={item} className={`attachment ${isDragged ? 'is-dragged' : ''}`} draggable={count > 1 && !isCaptioned}>
      <FilePicture url={file.url} name={name} />
      {isCaptioned ? (
        <CaptionField
          name={name}
          caption={caption}
          onDone={(words) => {
            setIsCaptioned(false);
            if (words !== null && words !== caption) props.onCaption(words);
          }}
        />
      ) : (
        <div>
          <strong className="cut" title={name}>
            <bdi>{caption === '' ? name : caption}</bdi>
          </strong>
          <FileSize url={file.url} />
        </div>
      )}
      <ToolButton
        icon="more"
        size={16}
        label={t('Options of {{name}}', { name })}
        tip={t('Options')}
        popup="menu"
        keys="Alt+ArrowLeft Alt+ArrowRight"
        onClick={({ currentTarget }) => openOptions(currentTarget)}
        onKeyDown={moveByKey}
      />
      <ToolButton icon="close" size={16} label={t('Remove {{name}}', { name })} tip={t('Remove')} onClick={onRemove} />
    </li>
  );
}

const dragType = 'application/x-attachment';
const isAttachment = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes(dragType) === true;

/** A chip is dragged to the place of another. @returns the reference of its element. */
function useDragging({ index, onDrag, onDrop }: ChipProps) {
  const item = useRef<HTMLLIElement>(null);
  const drag = useEffectEvent(onDrag);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const ending = new AbortController();
    const on = (type: 'dragstart' | 'dragend' | 'dragover' | 'drop', act: (event: DragEvent) => void): void =>
      item.current?.addEventListener(type, act, { signal: ending.signal });
    on('dragstart', ({ dataTransfer }) => {
      // Firefox drags only what has data.
      dataTransfer?.setData(dragType, String(index));
      drag(index);
    });
    on('dragend', () => drag(null));
    on('dragover', (event) => {
      if (isAttachment(event)) event.preventDefault();
    });
    on('drop', (event) => {
      if (!isAttachment(event)) return;
      event.preventDefault();
      drop();
    });
    return () => ending.abort();
  }, [index]);
  return item;
}

/** Alt with an arrow moves a file in the order of reading. */
function stepOf({ altKey, key }: KeyboardEvent): number {
  const forward = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  return !altKey || !/^Arrow(?:Left|Right)$/.test(key) ? 0 : key === forward ? -1 : 1;
}

interface CaptionFieldProps {
  name: string;
  caption: string;
  /** @param words null: as before. */
  onDone: (words: string | null) => void;
}

function CaptionField({ name, caption, onDone }: CaptionFieldProps) {
  return (
    <input
      className="input"
      type="text"
      dir="auto"
      onInput={limited<HTMLInputElement>(200)}
      // It was just asked for.
      ref={(input) => input?.focus()}
      defaultValue={caption}
      aria-label={t('Caption of {{name}}', { name })}
      placeholder={t('Caption')}
      onBlur={({ currentTarget }) => onDone(currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onDone(event.key === 'Enter' ? event.currentTarget.value.trim() : null);
      }}
    />
  );
}

function useDetails(url: string) {
  return useQuery({ queryKey: ['file-details', url], queryFn: () => fileDetails(url), staleTime: 60_000 }).data;
}

function FileSize({ url }: { url: string }) {
  const details = useDetails(url);
  if (details === null) return <small className="is-gone">{t('Deleted')}</small>;
  return <small>{details === undefined ? '' : sizeText(details.size)}</small>;
}

function FilePicture({ url, name }: { url: string; name: string }) {
  const details = useDetails(url);
  const isPicture = details?.width != null;
  if (!isPicture) return <LineIcon name={/\.(?:png|jpe?g|gif|webp|tiff?|svg)$/i.test(name) ? 'image' : 'file'} />;
  const src = url.replace(/^\/user_uploads\//, '/user_uploads/thumbnail/');
  return <img src={`${src}/300x200.jpg`} alt="" draggable={false} />;
}
