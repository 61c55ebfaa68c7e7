/** Names as the text of a Markdown link: each sign that the server would read as a mark gets a backslash, and no other. Pure. */
const marks = /[*~`[\]<]|:(?=[\w+-]+:)|\$(?=\$)/g;
/** An entity, and a backslash that would be read with the bracket behind the text: the server takes no backslash before these. */
const references = /&(?=#?\w+;)|\\$/g;

export const asLinkText = (name: string): string =>
  name.replaceAll(references, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll(marks, String.raw`\$&`);
