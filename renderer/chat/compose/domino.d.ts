/** The package declares its types under the name of the one that it came from. */
declare module '@mixmark-io/domino' {
  export function createDocument(html: string): Document;
}
