/** Position of the window: the last one, if that is still on a screen. */
import type { WindowPlace } from './settings-file.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const usualSize = { width: 1180, height: 780 };
export const smallestSize = { width: 360, height: 480 };
/** So much of the title bar must be on a screen that a hand can get hold of it, in pixels. */
const grip = { width: 120, height: 40 };

export interface Placement {
  width: number;
  height: number;
  /** Missing: in the middle of the main screen. */
  x?: number;
  y?: number;
}

/** @param areas of the screens that are there now, without bars and docks; the main one first. */
export function placeWindow(kept: WindowPlace | null, areas: readonly Area[]): Placement {
  const main = areas[0] ?? { x: 0, y: 0, ...usualSize };
  const home = kept === null ? undefined : areas.find((area) => isGraspable(kept, area));
  const room = home ?? main;
  const size = {
    width: Math.max(smallestSize.width, Math.min(kept?.width ?? usualSize.width, room.width)),
    height: Math.max(smallestSize.height, Math.min(kept?.height ?? usualSize.height, room.height)),
  };
  return home === undefined || kept === null ? size : { ...size, x: kept.x, y: kept.y };
}

function isGraspable(kept: WindowPlace, area: Area): boolean {
  const across = Math.min(kept.x + kept.width, area.x + area.width) - Math.max(kept.x, area.x);
  const isTitleVisible = kept.y >= area.y && kept.y + grip.height <= area.y + area.height;
  return across >= Math.min(grip.width, kept.width) && isTitleVisible;
}
