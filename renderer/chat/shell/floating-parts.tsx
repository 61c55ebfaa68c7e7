/** Floating layers over the view: the open menu, the open dialog, a picture, and the sentence at the foot. Each has a script of its own. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../client/lazy-part.ts';
import { dialogSlot } from '../kit/dialog-store.ts';
import { filePreviewSlot } from '../kit/file-preview-store.ts';
import { lightboxSlot } from '../kit/lightbox-store.ts';
import { menuSlot } from '../kit/menu-store.ts';
import { NoticeBar } from '../kit/notice-bar.tsx';
import { settleMs, whenAtRest } from '../notify/at-rest.ts';
import { closeEmojiPicker, pickerSlot } from '../store/picker-request.ts';

const MenuHost = lazyPart(async () => (await import('../kit/menu-host.tsx')).MenuHost);
const DialogHost = lazyPart(async () => (await import('./dialog-host.tsx')).DialogHost);

/** Loaded with its data when an emoji is first wanted. */
const EmojiPicker = lazyPart(async () => (await import('../compose/emoji-picker.tsx')).EmojiPicker);
const FilePreview = lazyPart(async () => (await import('./file-preview.tsx')).FilePreview);
const Lightbox = lazyPart(async () => (await import('./lightbox.tsx')).Lightbox);

interface Fetched {
  fetch: () => Promise<unknown>;
}

export function FloatingParts() {
  useFetchedAtRest();
  const hasMenu = useStore(menuSlot, (menu) => menu !== null);
  const dialog = useStore(dialogSlot);
  const lightbox = useStore(lightboxSlot);
  const file = useStore(filePreviewSlot);
  const picker = useStore(pickerSlot);
  // It goes with its view.
  useEffect(() => {
    addEventListener('hashchange', closeEmojiPicker);
    return () => removeEventListener('hashchange', closeEmojiPicker);
  }, []);
  return (
    <>
      <Suspense fallback={null}>
        {hasMenu && <MenuHost />}
        {dialog !== null && <DialogHost dialog={dialog} />}
        {picker !== null && <EmojiPicker request={picker} />}
        {lightbox !== null && <Lightbox lightbox={lightbox} />}
        {file !== null && <FilePreview file={file} />}
      </Suspense>
      <NoticeBar />
    </>
  );
}

/** Of a menu: what its entries do. */
const menuCode = {
  fetch: () =>
    Promise.all([
      import('../actions/deleting.ts'),
      import('../actions/reminding.ts'),
      import('../actions/scheduling.ts'),
      import('../actions/quiet.ts'),
      import('../actions/pinning.ts'),
    ]),
};
const laterParts: readonly Fetched[] = [DialogHost, MenuHost, menuCode];

/** What a key or a click asks for is there at once, after the messages. */
function useFetchedAtRest(): void {
  useEffect(() => {
    const look = (): void => {
      // On a slow machine the messages are still to come.
      if (document.querySelector('.feed-waiting') !== null) timer = setTimeout(look, settleMs);
      else whenAtRest(() => laterParts.forEach(fetchPart));
    };
    let timer = setTimeout(look, settleMs);
    return () => clearTimeout(timer);
  }, []);
}

/** What fails fails again, and is informed, when it is wanted. */
const fetchPart = (part: Fetched): void => void part.fetch().catch(() => undefined);
