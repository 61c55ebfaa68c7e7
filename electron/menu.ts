/** Puts the menu of menu-template.ts into the app, again whenever what can be done has changed. */
import { app, Menu } from 'electron';
import type { DesktopState } from './bridge.ts';
import { menuTemplate, type MenuActions, type MenuFacts } from './menu-template.ts';

/** @returns a function that shows a new state. */
export function createMenu(actions: MenuActions): (state: DesktopState) => void {
  let shown = '';
  return (state) => {
    const facts: MenuFacts = {
      platform: process.platform,
      isRunning: state.server.state === 'running' && state.status?.organization != null,
      canUpdate: state.choices.updateFeed !== '',
      isPackaged: app.isPackaged,
    };
    if (JSON.stringify(facts) === shown) return;
    shown = JSON.stringify(facts);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(facts, actions)));
  };
}
