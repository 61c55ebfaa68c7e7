/**
 * What runs in a page before its own scripts: the preload script with the `electron` that a sandboxed preload gets, and the
 * page's requests for permission, which headless Chromium would answer by itself.
 */
import { readFileSync } from 'node:fs';

/** Names of the bindings between page and stand-in. */
export const invokeBinding = '__standInInvoke';
export const permissionBinding = '__standInPermission';
export const dispatchName = '__standInDispatch';

/** @param preload path of the preload script. @param inFrames whether it runs in frames within the page too. */
export function pageScript(preload: string, platform: string): string {
  const code = readFileSync(preload, 'utf8');
  return `(() => {
  if (window !== window.top) return;
  const listeners = new Map();
  const invoke = window[${JSON.stringify(invokeBinding)}];
  const permission = window[${JSON.stringify(permissionBinding)}];
  Object.defineProperty(window, ${JSON.stringify(dispatchName)}, {
    value: (channel, args) => { for (const each of [...(listeners.get(channel) ?? [])]) each({}, ...args); },
  });
  const electron = {
    contextBridge: {
      exposeInMainWorld(name, api) { Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true }); },
    },
    ipcRenderer: {
      invoke: (channel, ...args) => invoke(channel, args),
      on(channel, listener) { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); },
      off(channel, listener) { listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)); },
    },
  };
  Notification.requestPermission = async () => ((await permission('notifications')) ? 'granted' : 'denied');
  // These exist on addresses that the browser trusts, such as loopback.
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
    if (!(await permission('media'))) throw new DOMException('Permission denied', 'NotAllowedError');
  };
  if (navigator.geolocation) navigator.geolocation.getCurrentPosition = async (_done, failed) => {
    if (!(await permission('geolocation'))) failed?.({ code: 1 });
  };
  // Chromium here knows no scheme of the app: see protocol.ts.
  const [, scheme] = /\\.([a-z]+)\\.stand-in$/.exec(location.hostname) ?? [];
  const place = scheme === undefined ? location : { protocol: scheme + ':', pathname: location.pathname };
  const load = new Function('require', 'module', 'exports', 'process', 'location', ${JSON.stringify(code)});
  const module = { exports: {} };
  load((name) => { if (name === 'electron') return electron; throw new Error('module not found: ' + name); },
    module, module.exports, { platform: ${JSON.stringify(platform)} }, place);
})();`;
}
