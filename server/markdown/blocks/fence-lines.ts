// Lines that open and close fenced blocks, for the rules that must know what stands inside of them.

import type { StateBlock } from 'markdown-it';

const fenceMarker = /^(?:`{3,}|~{3,})/;
const quoteKinds: ReadonlySet<string> = new Set(['quote', 'quoted']);

/** A fence line: ```` ```spoiler Who? ```` has the marker of three backticks, the kind `spoiler` and the rest ` Who?`. */
export interface Fence {
  marker: string;
  kind: string;
  rest: string;
}

/** The fence that a line, given without its indentation, opens or closes. */
export function parseFence(line: string): Fence | undefined {
  const marker = fenceMarker.exec(line)?.[0];
  if (marker === undefined) return undefined;
  const info = line.slice(marker.length).trim();
  if (info.includes('`') || (marker.startsWith('~') && info.includes('~'))) return undefined;
  const kind = info.split(/\s/, 1)[0] ?? '';
  return { marker, kind, rest: info.slice(kind.length) };
}

/** The fence at a line of a block that is being parsed. */
export function fenceAt(state: StateBlock, line: number): Fence | undefined {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const first = state.src[start];
  if (first !== '`' && first !== '~') return undefined;
  return parseFence(state.src.slice(start, state.eMarks[line]));
}

export function isQuote(fence: Fence): boolean {
  return quoteKinds.has(fence.kind);
}

/** True for the fences that hold blocks of their own: quotes and spoilers. */
export function isContainer(fence: Fence): boolean {
  return isQuote(fence) || fence.kind === 'spoiler';
}

/** The fences that are open at a line. The innermost is the one that a bare fence line of its length closes. */
export class OpenFences {
  readonly #open: Fence[] = [];

  /** True inside of code, where nothing but its end means anything. */
  get isCode(): boolean {
    const innermost = this.#open.at(-1);
    return innermost !== undefined && !isContainer(innermost);
  }

  get count(): number {
    return this.#open.length;
  }

  /** From the outermost to the innermost. */
  get open(): readonly Fence[] {
    return this.#open;
  }

  /** Takes the next line that is a fence. */
  read(fence: Fence): void {
    const innermost = this.#open.at(-1);
    const isBare = fence.kind === '';
    if (isBare && fence.marker === innermost?.marker) this.#open.pop();
    else if (innermost === undefined || isContainer(innermost)) this.#open.push(fence);
  }
}
