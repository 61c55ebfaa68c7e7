/** ARIA roles of a list that a field controls: no element of HTML is one, ARIA alone has names for it. */
export const listRole = { role: 'listbox' } as const;

/** @param isChosen what the field's Enter takes. */
export const optionRole = (isChosen: boolean) => ({ role: 'option', 'aria-selected': isChosen }) as const;
