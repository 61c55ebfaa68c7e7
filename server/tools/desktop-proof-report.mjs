/** The report of `npm run desktop:proof`, as Markdown. */
import { existsSync, readdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Row
 * @property {string} title
 * @property {'pass' | 'fail' | 'not run'} outcome
 * @property {string} detail what was seen, or why it was not run
 */

/**
 * @typedef {object} Report
 * @property {boolean} isReal whether Electron itself ran
 * @property {string} reason why it did not
 * @property {string} version of Electron
 * @property {string} machine
 * @property {Date} now
 * @property {{name: string, rows: Row[]}[]} parts
 * @property {string} folder holds the pictures
 */

/** @param {Report} report */
export function reportText({ isReal, reason, version, machine, now, parts, folder }) {
  const rows = parts.flatMap((part) => part.rows);
  /** @param {Row['outcome']} outcome */
  const count = (outcome) => rows.filter((row) => row.outcome === outcome).length;
  const pictures = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.png')) : [];
  return [
    '# The desktop app, tried on one computer',
    '',
    isReal
      ? `**With Electron ${version} itself.**`
      : `**With the stand-in, not with Electron: ${reason}.** What passes here was tried with a program that behaves as Electron is known to; it does not show that Electron does.`,
    '',
    `${machine}; ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    `${count('pass')} passed, ${count('fail')} failed, ${count('not run')} not run.`,
    ...parts.flatMap(({ name, rows: own }) => [
      '',
      `## ${name}`,
      '',
      '| | Result | |',
      '|---|---|---|',
      ...own.map(({ title, outcome, detail }) => `| ${cell(title)} | ${outcome} | ${cell(detail)} |`),
    ]),
    ...pictures.flatMap((name) => ['', `![${name.replace('.png', '').replaceAll('-', ' ')}](${name})`]),
    '',
  ].join('\n');
}

/** A cell of a table: one line, without what would end it. @param {string} text */
const cell = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, 3)
    .join(' ')
    .replaceAll('|', String.raw`\|`)
    .trim()
    .slice(0, 300);
