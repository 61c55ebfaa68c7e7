/** Props of the screen's parts. */
import type { DesktopBridge, DesktopState } from '../../../../electron/bridge.ts';

export interface PartProps {
  state: DesktopState;
  app: DesktopBridge;
}
