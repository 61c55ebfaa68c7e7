/** Icon of the tray: dark lines on a light bar, light lines on a dark bar. */
import type { TrayModel } from './tray-model.ts';

interface Theme {
  /** Of windows. */
  shouldUseDarkColors: boolean;
  /** Of the taskbar on Windows, which may differ (docs/api/native-theme). */
  shouldUseDarkColorsForSystemIntegratedUI: boolean;
}

/** @param desktop XDG_CURRENT_DESKTOP. @returns the name of a file in resources/tray. */
export function trayIcon(icon: TrayModel['icon'], platform: NodeJS.Platform, desktop: string, theme: Theme): string {
  if (platform === 'darwin') return `${icon}Template.png`;
  return `${icon}-on-${isBarDark(platform, desktop, theme) ? 'dark' : 'light'}.png`;
}

function isBarDark(platform: NodeJS.Platform, desktop: string, theme: Theme): boolean {
  if (platform === 'win32') return theme.shouldUseDarkColorsForSystemIntegratedUI;
  // The bar of GNOME and of Ubuntu's variant is dark with light windows too.
  return (
    desktop.split(':').some((name) => ['gnome', 'unity'].includes(name.toLowerCase())) || theme.shouldUseDarkColors
  );
}
