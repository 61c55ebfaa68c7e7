/**
 * Gives a button its focus back that was disabled while it was at work. Browsers drop the focus of what is disabled, and
 * a user who works by keyboard would start again from the top of the page.
 */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const isBack = target === last && target instanceof HTMLButtonElement && !target.disabled;
      if (isBack && document.activeElement === document.body) target.focus({ preventScroll: true });
    }
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
}
