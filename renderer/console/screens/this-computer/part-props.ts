/** What each part of the screen is given. */
import type { DesktopBridge, DesktopState } from '../../../../electron/bridge.ts';

export interface PartProps {
  state: DesktopState;
  app: DesktopBridge;
}
