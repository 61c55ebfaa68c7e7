/** The text of HTML that the server rendered, for places that show no markup. */

/** @returns the text alone: a link by its name, a channel as "#general". */
export const htmlText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
