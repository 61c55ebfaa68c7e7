/** Loaded first into a process of the stand-in's utilityProcess: gives it the port that Electron gives such processes. */
import { EventEmitter } from 'node:events';

class ParentPort extends EventEmitter {
  /** @param {unknown} message */
  postMessage(message) {
    process.send?.(message);
  }
}

const port = new ParentPort();
/** @type {unknown[]} what came before anybody listened */
const waiting = [];
process.on('message', (message) => {
  if (port.listenerCount('message') === 0) waiting.push(message);
  else port.emit('message', { data: message });
});
port.on('newListener', (event) => {
  if (event !== 'message') return;
  setImmediate(() => {
    for (const message of waiting.splice(0)) port.emit('message', { data: message });
  });
});
Object.defineProperty(process, 'parentPort', { value: port });
// shell/common/node_bindings.cc sets it in every process. There is no program of plain Node in a packaged app.
Object.defineProperty(process.versions, 'electron', { value: '45.4.1' });
