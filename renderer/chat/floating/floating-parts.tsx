/** What floats over the view: the open menu, the open dialog, a picture, and the sentence at the foot. Each is loaded when there is one. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../client/lazy-part.ts';
import { lightboxStore } from '../views/lightbox-store.ts';
import { dialogStore } from './dialog-store.ts';
import { menuStore } from './menu-store.ts';
import { NoticeBar } from './notice-bar.tsx';

const MenuHost = lazyPart(async () => (await import('./menu-host.tsx')).MenuHost);
const DialogHost = lazyPart(async () => (await import('./dialog-host.tsx')).DialogHost);

const Lightbox = lazyPart(async () => (await import('../views/lightbox.tsx')).Lightbox);

export function FloatingParts() {
  const hasMenu = useStore(menuStore, (menu) => menu !== null);
  const dialog = useStore(dialogStore);
  const lightbox = useStore(lightboxStore);
  return (
    <>
      <Suspense fallback={null}>
        {hasMenu && <MenuHost />}
        {dialog !== null && <DialogHost dialog={dialog} />}
        {lightbox !== null && <Lightbox lightbox={lightbox} />}
      </Suspense>
      <NoticeBar />
    </>
  );
}
