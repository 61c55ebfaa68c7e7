/** Formulas are drawn by the browser's own MathML until KaTeX's style is here, which the first of them asks for. */

let asked: Promise<void> | undefined;

/** Has formulas drawn as KaTeX draws them, as soon as its style has come; where it does not come they stay MathML. */
export function styleMath(): void {
  asked ??= style();
}

async function style(): Promise<void> {
  try {
    await import('./math-style.ts');
    document.documentElement.dataset['math'] = 'styled';
  } catch {
    // The next formula asks again.
    asked = undefined;
  }
}
