/** Names as the text of a Markdown link, where each sign that the server would read as a mark gets a backslash, and addresses as its target. Pure. */
const marks = /[*~`[\]<]|:(?=[\w+-]+:)|\$(?=\$)/g;
/** An entity, and a backslash that would be read with the bracket behind the text: the server takes no backslash before these. */
const references = /&(?=#?\w+;)|\\$/g;

export const asLinkText = (name: string): string =>
  name.replaceAll(references, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll(marks, String.raw`\$&`);

/** Signs that end the target of a link, or are no part of an address. */
const noAddressSigns = /[\s()<>\\]/g;

/** @returns an address as it is written behind the text of a Markdown link. */
export const asLinkAddress = (address: string): string =>
  address.replaceAll(noAddressSigns, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
