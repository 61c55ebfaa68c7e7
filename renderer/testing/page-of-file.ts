/**
 * Before each test file: models run on the page of the browser. Files share the modules of their process, so the page of an earlier
 * file, with its storage, would be there still.
 */
import { runOn } from '../client/page-port.ts';

runOn();
