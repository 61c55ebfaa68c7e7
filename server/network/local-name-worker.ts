/**
 * The thread that announces the name in the local network. A thread of its own, because the library behind it ends its process
 * by an assertion when an adapter comes or goes at the wrong moment: that must not be the server's end.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { getResponder, type ServiceEvent } from '@homebridge/ciao';
import type { Announcement } from './local-name.ts';

const hostname = 'hearth';
/** RFC 6763: the name of a service has at most 63 bytes. */
const nameLimit = 63;

function shortened(name: string): string {
  let text = name;
  while (Buffer.byteLength(text) > nameLimit) text = [...text].slice(0, -1).join('');
  return text;
}

const { organization, port, address, adapter } = workerData as Announcement;
const responder = getResponder({ interface: adapter, disableIpv6: true });
const service = responder.createService({
  name: shortened(`Hearth — ${organization}`),
  type: 'http',
  port,
  hostname,
  disabledIpv6: true,
  restrictedAddresses: [address],
  txt: { path: '/' },
});

// Without a listener the library prints a warning when another server in the office has the name.
service.on('name-change' as ServiceEvent.NAME_CHANGED, () => undefined);

// Says goodbye to those who keep the name; who does not hear it forgets on its own.
parentPort?.once('message', () => {
  void responder.shutdown().finally(() => process.exit(0));
});
await service.advertise();
// Another server in the office may have had the name first: then it is not quite the one that was wanted.
parentPort?.postMessage(service.getHostname().replace(/\.$/, '').toLowerCase(), []);
