/**
 * The picture process: executes picture jobs apart from the server, so that a crash of the library ends nothing else. It is a child
 * process of plain Node, and a worker thread inside the desktop app, where no program for a child process exists.
 */
import { isMainThread, parentPort } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { runPictureJob, type PictureAnswer, type PictureRequest } from './picture-jobs.ts';

/** Resident memory at which the process ends, in bytes. Reading takes at most 400 MiB (read-picture.ts), twice at once. */
const mostResidentBytes = 1536 * 1024 * 1024;
const watchMs = 100;
/** Pages of 64 KiB that WebAssembly may take: 1 GiB. */
const mostPages = 16_384;

const send = (answer: PictureAnswer): void => {
  if (parentPort === null) process.send?.(answer);
  else parentPort.postMessage(answer, []);
};

async function take({ id, job }: PictureRequest): Promise<void> {
  try {
    send({ id, result: await runPictureJob(job) });
  } catch (error) {
    send({ id, error: messageOf(error) });
  }
}

/**
 * Makes the library load its WebAssembly build: the native build binds to symbols of GLib, and on Linux the executable of Electron has
 * already loaded the system's GLib. Two copies of GLib in one process crash it.
 */
function preferWebAssembly(): void {
  // The native builds are looked up by the architecture; this object belongs to this thread alone.
  Object.defineProperty(process, 'arch', { value: 'wasm32' });
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(size: WebAssembly.MemoryDescriptor) {
      super({ ...size, maximum: Math.min(size.maximum ?? mostPages, mostPages) });
    }
  };
}

if (isMainThread) {
  process.on('message', (request) => void take(request as PictureRequest));
  // The server is gone.
  process.once('disconnect', () => process.exit(0));
  setInterval(() => {
    if (process.memoryUsage.rss() > mostResidentBytes) process.exit(1);
  }, watchMs).unref();
} else {
  preferWebAssembly();
  parentPort?.on('message', (request: PictureRequest) => void take(request));
}
