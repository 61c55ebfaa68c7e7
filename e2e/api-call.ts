/** A call of the API beside the pages, as another client makes it; by `node:http`, which takes a fifth of `fetch`. */
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** @param authorization of the header. @param path after "/api/v1". @throws when the answer is not a success. */
export async function callApi(
  url: string,
  authorization: string,
  method: string,
  path: string,
  params: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const form = new URLSearchParams(params).toString();
  const isForm = method !== 'GET';
  const headers = {
    authorization,
    ...(isForm && {
      'content-type': 'application/x-www-form-urlencoded',
      // Of DELETE the length is not told on its own.
      'content-length': Buffer.byteLength(form),
    }),
  };
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    request(`${url}/api/v1${path}${isForm ? '' : `?${form}`}`, { method, headers }, done)
      .once('error', failed)
      .end(isForm ? form : undefined);
  });
  const said = await text(answer);
  // Not by `expect`, which makes a step of the report of each of thousands.
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`);
  return JSON.parse(said) as Record<string, unknown>;
}
