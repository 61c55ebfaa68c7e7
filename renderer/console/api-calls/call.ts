/** From a filled form to a call, and the call sent from this page: by the session, or with an API key. */
import type { Operation, Values } from './catalogue.ts';
import type { Account } from './send-as.tsx';
import type { Call } from './snippets.ts';

export interface Answer {
  status: number;
  statusText: string;
  /** Milliseconds until the whole answer was there. */
  ms: number;
  headers: [string, string][];
  /** Indented where it is JSON. */
  body: string;
}

/** @returns what is still missing of the path, by name. */
export function missingInPath(operation: Operation, values: Values): string[] {
  return operation.params
    .filter(({ in: place, name }) => place === 'path' && (values[name] ?? '') === '')
    .map(({ name }) => name);
}

/** @param account null for the session, where code shows a stand-in for the key. */
export function callOf(operation: Operation, values: Values, origin: string, account: Account | null): Call {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined || value === '' ? whole : value.split('/').map(encodeURIComponent).join('/');
  });
  return {
    method: operation.method,
    url: origin + path,
    params: operation.params
      .filter(({ in: place, name, encoding }) => place !== 'path' && encoding !== 'file' && (values[name] ?? '') !== '')
      .map(({ name }) => [name, values[name] ?? '']),
    file: operation.params.find(({ encoding }) => encoding === 'file')?.name ?? null,
    account: operation.access === 'anonymous' ? null : account,
  };
}

/** The name that the server notes of these calls, which are a person's; the page's own are those of "website". */
const explorerClient = 'API explorer';

/** @param as an account with its key; null sends the session. @throws Error when the server cannot be reached, or aborted. */
export async function send(
  call: Call,
  as: Account | null,
  csrfToken: string | null,
  file: File | null,
  signal: AbortSignal,
): Promise<Answer> {
  const started = performance.now();
  const form = new URLSearchParams(call.params);
  const url = call.method === 'GET' && form.size > 0 ? `${call.url}?${form}` : call.url;
  // Says that a page asks, so that the browser does not ask for a password when the key is wrong.
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest', 'X-Hearth-Client': explorerClient };
  if (as !== null) headers['Authorization'] = `Basic ${base64(`${as.email}:${as.key}`)}`;
  else if (csrfToken !== null && call.method !== 'GET') headers['X-CSRF-Token'] = csrfToken;
  const response = await fetch(url, {
    method: call.method,
    headers,
    body: call.method === 'GET' ? undefined : bodyOf(call, form, file),
    credentials: as === null ? 'same-origin' : 'omit',
    redirect: 'follow',
    signal,
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    ms: Math.round(performance.now() - started),
    headers: [...response.headers],
    body: indented(text),
  };
}

function bodyOf({ params, file: part }: Call, form: URLSearchParams, file: File | null): FormData | URLSearchParams {
  if (part === null || file === null) return form;
  const parts = new FormData();
  for (const [name, value] of params) parts.set(name, value);
  parts.set(part, file);
  return parts;
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** JSON with its lines set out; any other text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
