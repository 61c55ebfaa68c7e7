/** The picture that is shown large, with the others of the view around it; lightbox.tsx draws it. */
import { openSlot } from './open-slot.ts';

export interface Picture {
  /** Of this server. */
  path: string;
  title: string;
}

export interface Lightbox {
  pictures: readonly Picture[];
  index: number;
  /** Gets the focus back. */
  from: HTMLElement;
}

export const lightboxSlot = openSlot<Lightbox>('lightbox');

/** @param link around the picture that was clicked. */
export function openLightbox(link: HTMLElement): void {
  const links = [...document.querySelectorAll<HTMLElement>('.feed [data-action="picture"]')];
  const pictures = links.map((each) => ({
    path: each.getAttribute('href') ?? '',
    title: each.title || (each.querySelector('img')?.alt ?? ''),
  }));
  const index = links.indexOf(link);
  if (index !== -1) lightboxSlot.set({ pictures, index, from: link });
}

export function closeLightbox(): void {
  lightboxSlot.set(null);
}

/** @param by 1 = the next, -1 = the one before. */
export function stepLightbox(by: number): void {
  const before = lightboxSlot.getState();
  if (before === null) return;
  const index = Math.min(before.pictures.length - 1, Math.max(0, before.index + by));
  if (index !== before.index) lightboxSlot.set({ ...before, index });
}
