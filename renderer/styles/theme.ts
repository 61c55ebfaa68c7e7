/** Colours and habits of console and chat, from tokens.css. Every shade used for text has a contrast of at least 4.5 on its ground. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const ember: MantineColorsTuple = [
  '#fff7ed',
  '#ffedd5',
  '#fed7aa',
  '#fdba74',
  '#fb923c',
  '#f97316',
  '#d9480f',
  '#b93a0b',
  '#9a3412',
  '#7c2d12',
];

/** The ramp of tokens.css: what a person does. Ember is for the logo and for what calls somebody. */
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

// Optional fields say so; an asterisk on the others would only become part of their names.
const plainLabels = { defaultProps: { withAsterisk: false } };

export const theme = createTheme({
  primaryColor: 'dusk',
  colors: { dusk, ember },
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  components: {
    TextInput: plainLabels,
    PasswordInput: {
      defaultProps: {
        ...plainLabels.defaultProps,
        // Not "password": whoever looks for the field of that name, by voice or by script, finds one thing.
        visibilityToggleButtonProps: { 'aria-label': 'Show what is typed' },
      },
    },
    Textarea: plainLabels,
    Select: plainLabels,
    MultiSelect: plainLabels,
    Notification: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
    },
    // Its placeholder has a place in the menu that only items may have; the first item gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A colour alone does not make a link.
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
  },
});

/** What the library calls its colours, in those of tokens.css, which decide by themselves between light and dark. */
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
  '--mantine-color-red-filled': 'var(--danger-fill)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-red-outline': 'var(--danger)',
};

/** Colours whose own shades are too quiet for a contrast of 4.5 on their pale ground. */
export const readableColors: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...fromTokens,
    '--mantine-color-gray-light-color': colors.gray[8],
    '--mantine-color-yellow-light-color': 'var(--mantine-color-text)',
    '--mantine-color-green-light-color': 'var(--mantine-color-text)',
  },
  dark: { ...fromTokens, '--mantine-color-gray-light-color': colors.gray[4] },
});
