/** Names as the text of a Markdown link: each sign that the server would read as a mark gets a backslash, and no other. Pure. */
const marks = /[*~`[\]<]|:(?=[\w+-]+:)|\$(?=\$)/g;

export const asLinkText = (name: string): string => name.replaceAll(marks, String.raw`\$&`);
