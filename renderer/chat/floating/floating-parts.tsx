/** What floats over the view: the open menu, the open dialog, and the sentence at the foot. Each is loaded when there is one. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { dialogStore } from './dialog-store.ts';
import { menuStore } from './menu-store.ts';
import { NoticeBar } from './notice-bar.tsx';

const MenuHost = lazy(async () => ({ default: (await import('./menu-host.tsx')).MenuHost }));
const DialogHost = lazy(async () => ({ default: (await import('./dialog-host.tsx')).DialogHost }));

export function FloatingParts() {
  const hasMenu = useStore(menuStore, (menu) => menu !== null);
  const dialog = useStore(dialogStore);
  return (
    <>
      <Suspense fallback={null}>
        {hasMenu && <MenuHost />}
        {dialog !== null && <DialogHost dialog={dialog} />}
      </Suspense>
      <NoticeBar />
    </>
  );
}
