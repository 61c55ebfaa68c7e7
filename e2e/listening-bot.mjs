/**
 * A bot as people write them with zulip-js: it registers once, polls for ever, and reports to its parent the text of
 * every message. A process of its own, so that it ends with its test, and its complaints while the server is down stay out of
 * the report.
 * Arguments: user name, API key, address of the server.
 */
import zulip from 'zulip-js';

const [username = '', apiKey = '', realm = ''] = process.argv.slice(2);
const client = await zulip({ username, apiKey, realm });
await client.callOnEachEvent(
  (event) => {
    const { content } = /** @type {{content?: string}} */ (event['message'] ?? {});
    if (event['type'] === 'message') process.send?.(content);
  },
  ['message'],
);
