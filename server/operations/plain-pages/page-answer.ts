/** The answer with a plain page: nothing but the page itself, and a form that comes back to us. */
export interface PageAnswer {
  status: number;
  type: string;
  headers: Record<string, string>;
  body: string;
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function htmlAnswer(status: number, body: string): PageAnswer {
  return { status, type: 'text/html; charset=utf-8', headers: { 'Content-Security-Policy': policy }, body };
}
