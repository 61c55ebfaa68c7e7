/** One request as code that sends it: curl for three shells, JavaScript, Python. Pure. */
import {
  isSafeForBash,
  isSafeForCmd,
  isSafeForPowerShell,
  percentEncode,
  quoteBash,
  quoteCmd,
  quotePowerShell,
} from './quote.ts';

export interface Call {
  method: string;
  /** "http://127.0.0.1:7420/api/v1/messages", path parameters filled in, without a query. */
  url: string;
  /** As sent: what is no text is JSON text already. */
  params: [string, string][];
  /** Name of a file part; the file's own name is a stand-in. */
  file: string | null;
  /** null for calls without an account. */
  account: { email: string; key: string } | null;
}

export const languages = ['bash', 'PowerShell', 'cmd', 'JavaScript', 'Python'] as const;
export type Language = (typeof languages)[number];

/** What stands for a file that the code sends. */
const fileName = 'picture.png';

export function snippet(call: Call, language: Language): string {
  return { bash, PowerShell: powerShell, cmd, JavaScript: javaScript, Python: python }[language](call);
}

interface Shell {
  program: string;
  quote: (text: string) => string;
  isSafe: (text: string) => boolean;
  /** Ends a line that goes on. */
  more: string;
}

const bash = (call: Call): string =>
  curl(call, { program: 'curl', quote: quoteBash, isSafe: isSafeForBash, more: ' \\\n  ' });

/** In PowerShell 5.1 `curl` is something else. */
const powerShell = (call: Call): string =>
  curl(call, { program: 'curl.exe', quote: quotePowerShell, isSafe: isSafeForPowerShell, more: ' `\n  ' });

const cmd = (call: Call): string =>
  curl(call, { program: 'curl', quote: quoteCmd, isSafe: isSafeForCmd, more: ' ^\n  ' });

function curl({ method, url, params, file, account }: Call, { program, quote, isSafe, more }: Shell): string {
  const parts = [program];
  // -G puts what follows into the query. A method of its own is asked for by -X.
  if (method === 'GET') {
    if (params.length > 0) parts[0] += ' -G';
  } else if (method !== 'POST' || (params.length === 0 && file === null)) parts[0] += ` -X ${method}`;
  parts[0] += ` ${quote(url)}`;
  if (account !== null) parts.push(`-u ${quote(`${account.email}:${account.key}`)}`);
  for (const [name, value] of params) parts.push(curlParam(name, value, file !== null, quote, isSafe));
  if (file !== null) parts.push(`-F ${quote(`${file}=@${fileName}`)}`);
  return parts.join(more);
}

function curlParam(
  name: string,
  value: string,
  isMultipart: boolean,
  quote: Shell['quote'],
  isSafe: Shell['isSafe'],
): string {
  if (isMultipart) return `--form-string ${quote(`${name}=${value}`)}`;
  // A request may have names that no one declared, with anything in them; curl encodes none.
  const field = percentEncode(name);
  if (isSafe(value)) return `--data-urlencode ${quote(`${field}=${value}`)}`;
  return `-d ${quote(`${field}=${percentEncode(value)}`)}`;
}

function javaScript({ method, url, params, file, account }: Call): string {
  const isQuery = method === 'GET';
  const lines: string[] = [];
  const pairs = params.map(([name, value]) => `  ${propertyName(name)}: ${JSON.stringify(value)},`);
  if (file !== null) {
    lines.push('const body = new FormData();');
    for (const [name, value] of params) lines.push(`body.set(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
    lines.push(`body.set(${JSON.stringify(file)}, new Blob(['...']), ${JSON.stringify(fileName)});`);
  } else if (pairs.length > 0) lines.push(`const params = new URLSearchParams({`, ...pairs, '});');
  const hasParams = file === null && pairs.length > 0;
  const address = isQuery && hasParams ? `\`${url.replaceAll(/[`\\$]/g, '\\$&')}?\${params}\`` : JSON.stringify(url);
  const options: string[] = [];
  if (method !== 'GET') options.push(`  method: ${JSON.stringify(method)},`);
  if (account !== null)
    options.push(
      `  headers: { Authorization: 'Basic ' + btoa(${JSON.stringify(`${account.email}:${account.key}`)}) },`,
    );
  if (file !== null) options.push('  body,');
  else if (!isQuery && hasParams) options.push('  body: params,');
  const rest = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  lines.push(
    `const response = await fetch(${address}${rest});`,
    'console.log(response.status, await response.json());',
  );
  return `${lines.join('\n')}\n`;
}

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** With what Python brings along, so that it runs without the internet. JSON's strings are Python's too. */
function python({ method, url, params, file, account }: Call): string {
  if (file !== null) return pythonUpload({ method, url, params, file, account });
  const lines = ['import json, urllib.error, urllib.parse, urllib.request'];
  if (account !== null) lines.splice(1, 0, 'from base64 import b64encode');
  lines.push('');
  if (params.length > 0) {
    const pairs = params.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
    lines.push('params = urllib.parse.urlencode({', ...pairs, '})');
  }
  const hasParams = params.length > 0;
  const address = method === 'GET' && hasParams ? `${JSON.stringify(`${url}?`)} + params` : JSON.stringify(url);
  const data = method !== 'GET' && hasParams ? ', data=params.encode()' : '';
  lines.push(`request = urllib.request.Request(${address}${data}, method=${JSON.stringify(method)})`);
  if (account !== null) {
    lines.push(`key = b64encode(${JSON.stringify(`${account.email}:${account.key}`)}.encode()).decode()`);
    lines.push('request.add_header("Authorization", "Basic " + key)');
  }
  lines.push(
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    response = error',
    'print(response.status, json.load(response))',
  );
  return `${lines.join('\n')}\n`;
}

/** Python itself has no way to send files; the package "requests" has. */
function pythonUpload({ method, url, params, file, account }: Call): string {
  const lines = ['import requests  # pip install requests', ''];
  lines.push(`response = requests.request(${JSON.stringify(method)}, ${JSON.stringify(url)},`);
  if (account !== null) lines.push(`    auth=(${JSON.stringify(account.email)}, ${JSON.stringify(account.key)}),`);
  if (params.length > 0)
    lines.push(
      `    data={${params.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}},`,
    );
  lines.push(`    files={${JSON.stringify(file)}: open(${JSON.stringify(fileName)}, "rb")})`);
  lines.push('print(response.status_code, response.json())');
  return `${lines.join('\n')}\n`;
}
