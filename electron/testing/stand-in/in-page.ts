/**
 * Scripts that run before those of a page: the preload script with the `electron` that a sandboxed preload gets, and the
 * page's requests for permission, which headless Chromium would answer without asking.
 */
import { readFileSync } from 'node:fs';

/** Names of the bindings between page and stand-in. */
export const invokeBinding = '__standInInvoke';
export const permissionBinding = '__standInPermission';
export const dispatchName = '__standInDispatch';

/**
 * A value on its way between the worlds of preload script and page (shell/renderer/api/electron_api_context_bridge.cc, PassValueToOtherContext):
 * plain objects and arrays are copied, functions get a proxy, of errors the message remains, and the rest is cloned or refused.
 */
const bridge = `
  const isPlain = (value) => [Object.prototype, null].includes(Object.getPrototypeOf(value));
  const copy = (value) => {
    if (typeof value === 'function')
      return (...args) => copy(value(...args.map(copy)));
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Promise) return value.then(copy, (error) => { throw copy(error); });
    if (value instanceof Error) return new Error(value.message);
    if (Array.isArray(value)) return value.map(copy);
    if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copy(one)]));
    return clone(value);
  };
  // shell/common/v8_util.cc, Write.
  const clone = (value) => {
    try { return structuredClone(value); } catch { throw new Error('An object could not be cloned.'); }
  };`;

/** @param preload path of the preload script. @param platform of the system, as the script sees it. */
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
  ${bridge}
  const electron = {
    contextBridge: {
      exposeInMainWorld(name, api) {
        if (name in window) throw new Error("Cannot bind an API on top of an existing property on the window object");
        Object.defineProperty(window, name, { value: Object.freeze(copy(api)), enumerable: true });
      },
    },
    ipcRenderer: {
      // lib/renderer/api/ipc-renderer, invoke.
      invoke: async (channel, ...args) => {
        const { error, result } = await invoke(channel, clone(args));
        if (error) throw new Error("Error invoking remote method '" + channel + "': " + error);
        return result;
      },
      on(channel, listener) { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); },
      off(channel, listener) { listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)); },
    },
  };
  Notification.requestPermission = async () => ((await permission('notifications')) ? 'granted' : 'denied');
  // These exist on addresses that the browser trusts, such as loopback.
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async (wanted) => {
    const types = ['audio', 'video'].filter((type) => wanted[type]);
    if (!(await permission('media', types))) throw new DOMException('Permission denied', 'NotAllowedError');
    return new MediaStream();
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
