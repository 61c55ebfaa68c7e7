/** The stand-in for Electron's net: requests of the main process, by Node instead of Chromium's network. */
import { request as overHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { app } from './app.ts';

export const net = {
  request(options: RequestOptions): ClientRequest {
    // lib/browser/api/net.
    if (!app.isReady()) throw new Error('net module can only be used after app is ready');
    return options.protocol === 'http:' ? overHttp(options) : overHttps(options);
  },
};
