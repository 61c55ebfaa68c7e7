// Table cells say their alignment in exactly the spelling that clients compare with: `text-align: left;`.

import type { StateCore } from 'markdown-it';

/** Core rule over finished tables. */
export function tableAlignment(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const alignment = /^text-align:(left|right|center)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    if (alignment !== undefined) token.attrSet('style', `text-align: ${alignment};`);
  }
}
