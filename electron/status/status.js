// @ts-check
/** Shows the server's state while there is no console to show, with a way on when it failed. */

/** @type {import('../bridge.ts').DesktopBridge} */
const desktop = Reflect.get(window, 'desktop');

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`No element ${id}`);
  return found;
}

/** @param {import('../bridge.ts').ServerStatus} status */
function show(status) {
  element('message').textContent = status.message;
  element('actions').hidden = status.state !== 'failed';
  element('details').hidden = status.lastLines.length === 0 || status.state === 'starting';
  element('lines').textContent = status.lastLines.join('\n');
}

element('restart').addEventListener('click', () => void desktop.restartServer());
element('quit').addEventListener('click', () => void desktop.quit());
desktop.onStatus(show);
desktop
  .status()
  .then(show, () =>
    show({ state: 'failed', url: null, setupPath: null, message: 'The app does not answer.', lastLines: [] }),
  );
