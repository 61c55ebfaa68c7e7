/** Colours and habits of the whole console. Every shade used for text has a contrast of at least 4.5 on its ground. */
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

// Optional fields say so; an asterisk on the others would only become part of their names.
const plainLabels = { defaultProps: { withAsterisk: false } };

export const theme = createTheme({
  primaryColor: 'ember',
  colors: { ember },
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
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

/** The library's quiet greys and its red are a little too quiet for a contrast of 4.5; these are not. */
export const readableColors: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-disabled-color': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-gray-light-color': colors.gray[8],
    '--mantine-color-red-light-color': colors.red[9],
    // On their own pale ground no shade of these is dark enough.
    '--mantine-color-yellow-light-color': 'var(--mantine-color-text)',
    '--mantine-color-green-light-color': 'var(--mantine-color-text)',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-disabled-color': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-gray-light-color': colors.gray[4],
    '--mantine-color-red-light-color': colors.red[3],
  },
});
