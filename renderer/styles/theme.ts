/** Colours and habits of console and chat, from tokens.css. Every shade used for text has a contrast of at least 4.5 on its ground. */
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { perLanguage, t } from '../client/text.ts';
import { foldedOptions } from './folded-options.ts';

/** The brand's blue, for what a person does; the primary shade is 7 in light, 6 in dark. */
const dusk: MantineColorsTuple = [
  '#f1f5fb',
  '#e3ebf7',
  '#c9d8ef',
  '#a7c0e8',
  '#86a8dc',
  '#5f88c9',
  '#4470b5',
  '#31589a',
  '#27477d',
  '#1c355e',
];

/** The library's greys of its dark theme, from text to the deepest ground: warm, as those of tokens.css are. */
const dark: MantineColorsTuple = [
  '#ece8e1',
  '#bfb9af',
  '#a39c91',
  '#7d766c',
  '#45413b',
  '#34302c',
  '#272522',
  '#1c1b19',
  '#161513',
  '#151412',
];

// Optional fields say so; an asterisk on the others would only become part of their names.
const plainLabels = { defaultProps: { withAsterisk: false } };

/** Fields with options find them for what any keyboard can type. */
const searched = { defaultProps: { ...plainLabels.defaultProps, filter: foldedOptions } };

const base = createTheme({
  primaryColor: 'dusk',
  colors: { dusk, dark },
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    // With more contrast, in the dark, the red is pale: white could not be read on it.
    return input.variant === 'filled' && input.color === 'red' ? { ...colors, color: 'var(--on-danger)' } : colors;
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  components: {
    TextInput: plainLabels,
    Textarea: plainLabels,
    Select: searched,
    MultiSelect: searched,
    // Its placeholder has a place in the menu that only items may have; the first item gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A colour alone does not make a link.
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    // The text beside a bar is of the present: one that glides would lag behind it.
    Progress: { defaultProps: { transitionDuration: 0 } },
  },
});

/** What the library shows of itself is in the reader's language. */
export const theme = perLanguage(() => ({
  ...base,
  components: {
    ...base.components,
    PasswordInput: {
      defaultProps: {
        ...plainLabels.defaultProps,
        visibilityToggleButtonProps: { 'aria-label': t('Show password') },
      },
    },
    Notification: {
      defaultProps: {
        closeButtonProps: { 'aria-label': t('Close') },
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
    },
  },
}));

/** What the library calls its colours, in those of tokens.css, which decide on their own between light and dark. */
const fromTokens = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-default': 'var(--bg-raised)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-dusk-light': 'var(--primary-soft)',
  '--mantine-color-dusk-light-hover': 'var(--bg-chosen)',
  '--mantine-color-dusk-light-color': 'var(--text-chosen)',
  '--mantine-color-gray-filled': 'var(--bg-ink)',
  '--mantine-color-gray-filled-hover': 'var(--bg-ink)',
  '--mantine-color-gray-light': 'var(--bg-press)',
  '--mantine-color-gray-light-hover': 'var(--line-strong)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  '--mantine-color-red-filled': 'var(--danger-fill)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--danger-fill) 88%, black)',
  '--mantine-color-red-light': 'var(--danger-soft)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-red-outline': 'var(--danger)',
  '--mantine-color-red-text': 'var(--danger)',
  '--mantine-color-green-filled': 'var(--ok-dot)',
  '--mantine-color-green-light': 'var(--ok-soft)',
  '--mantine-color-green-light-color': 'var(--ok)',
  '--mantine-color-yellow-filled': 'var(--call-fill)',
  '--mantine-color-yellow-light': 'var(--call-soft)',
  '--mantine-color-yellow-light-color': 'var(--call-text)',
};

/** Both themes alike: the tokens tell them apart. */
export const readableColors: CSSVariablesResolver = () => ({ variables: {}, light: fromTokens, dark: fromTokens });
