/** The picture that is shown large, with the others of the view around it; lightbox.tsx draws it. */
import { createStore } from 'zustand/vanilla';

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

export const lightboxStore = createStore<Lightbox | null>(() => null);

/** @param link around the picture that was clicked. */
export function openLightbox(link: HTMLElement): void {
  const links = [...document.querySelectorAll<HTMLElement>('.feed [data-action="picture"]')];
  const pictures = links.map((each) => ({
    path: each.getAttribute('href') ?? '',
    title: each.title || (each.querySelector('img')?.alt ?? ''),
  }));
  const index = links.indexOf(link);
  if (index !== -1) lightboxStore.setState({ pictures, index, from: link }, true);
}

export function closeLightbox(): void {
  lightboxStore.setState(null, true);
}

/** @param by 1 = the next, -1 = the one before. */
export function stepLightbox(by: number): void {
  const before = lightboxStore.getState();
  if (before === null) return;
  const index = Math.min(before.pictures.length - 1, Math.max(0, before.index + by));
  if (index !== before.index) lightboxStore.setState({ ...before, index }, true);
}
