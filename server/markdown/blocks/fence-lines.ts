// Lines that open and close fenced blocks, for the rules that must know what stands inside of them.

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
  if (info.includes('`')) return undefined;
  const kind = info.split(/\s/, 1)[0] ?? '';
  return { marker, kind, rest: info.slice(kind.length) };
}

export function isQuote(fence: Fence): boolean {
  return quoteKinds.has(fence.kind);
}

/** True for the fences that hold blocks of their own: quotes and spoilers. */
export function isContainer(fence: Fence): boolean {
  return isQuote(fence) || fence.kind === 'spoiler';
}

/** The fences that are open at a line. The innermost is the one that a bare fence line closes. */
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

  /** Takes the next line that is a fence. */
  read(fence: Fence): void {
    const innermost = this.#open.at(-1);
    const isBare = fence.kind === '';
    if (innermost === undefined) this.#open.push(fence);
    else if (!isContainer(innermost)) {
      if (isBare && fence.marker.startsWith(innermost.marker)) this.#open.pop();
    } else if (isBare && fence.marker === innermost.marker) this.#open.pop();
    else this.#open.push(fence);
  }
}
