import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { uiCopy } from '@/copy/ui'

const kumkum: MantineColorsTuple = [
  '#FCEDEC',
  '#F6D5D3',
  '#EDA9A8',
  '#E27C7E',
  '#D6555C',
  '#C23548',
  '#9B1B30',
  '#861529',
  '#7A1027',
  '#5C0B1D',
]
const blue: MantineColorsTuple = [
  '#E3EEFB',
  '#C8DDF7',
  '#9CC3FF',
  '#6EA4EE',
  '#4383DC',
  '#2A69C8',
  '#174EA6',
  '#12408A',
  '#0E336F',
  '#12294A',
]
const green: MantineColorsTuple = [
  '#E2F3E6',
  '#C5E7CE',
  '#8FDCA6',
  '#5DBB79',
  '#389957',
  '#268243',
  '#1B6B34',
  '#14562A',
  '#0F4320',
  '#10301C',
]
const purple: MantineColorsTuple = [
  '#F0E6FA',
  '#E1CDF4',
  '#D5ADF5',
  '#B47BDF',
  '#9855CB',
  '#8140B6',
  '#6A2C9B',
  '#572181',
  '#451967',
  '#301A44',
]
const dark: MantineColorsTuple = [
  '#F6EBDD',
  '#D9C6BE',
  '#BBA6A0',
  '#8E7A78',
  '#4A383D',
  '#3B2C31',
  '#2B2026',
  '#221920',
  '#191115',
  '#110B0E',
]
const yellow: MantineColorsTuple = [
  '#FFF6DA',
  '#FDEBB3',
  '#FADB7C',
  '#F7CC4C',
  '#F4C430',
  '#DDA90E',
  '#B58500',
  '#8A6400',
  '#664900',
  '#4A3400',
]
const orange: MantineColorsTuple = [
  '#FDEEDF',
  '#FADBBD',
  '#F5BD87',
  '#EF9C4F',
  '#E57F22',
  '#C8650F',
  '#A34F08',
  '#823E05',
  '#632E03',
  '#4A2202',
]
const red: MantineColorsTuple = [
  '#FDECEA',
  '#FAD3CF',
  '#F6ACA5',
  '#F28B82',
  '#EA6A60',
  '#D8453B',
  '#B3261E',
  '#98190F',
  '#7C130C',
  '#5C0E08',
]
const gray: MantineColorsTuple = [
  '#FAF5EC',
  '#F3EBDE',
  '#E6D9C6',
  '#D6C6B1',
  '#BFAB98',
  '#9C8579',
  '#776066',
  '#6A5358',
  '#4A373C',
  '#2A1A1F',
]

// Getters, because this module is loaded before the language is set.
const closeButton = {
  get 'aria-label'() {
    return uiCopy.close
  },
}
const dismissButton = {
  get 'aria-label'() {
    return uiCopy.dismiss
  },
}

/** Mantine's theme in the design's colours and shapes, with accessible names and contrasts. */
export const theme = createTheme({
  respectReducedMotion: true,
  colors: { kumkum, blue, green, purple, dark, yellow, orange, red, gray },
  primaryColor: 'kumkum',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.28,
  black: '#2A1A1F',
  white: '#FFFDF8',
  defaultRadius: 'md',
  radius: { md: '10px', lg: '16px' },
  fontSizes: { xs: '0.875rem', sm: '1rem', md: '1.0625rem' },
  fontFamily: 'var(--font-body)',
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '400',
    sizes: {
      h1: { fontSize: '2.25rem', lineHeight: '1.15' },
      h2: { fontSize: '1.625rem', lineHeight: '1.2' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35', fontWeight: '600' },
    },
  },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  // Plain objects instead of `Button.extend(…)`, which would load these components with every page.
  components: {
    Button: { defaultProps: { radius: 'xl' } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        closeButtonProps: closeButton,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        // The page has one banner landmark, its own header.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // A second banner landmark would compete with the page's.
    ModalHeader: { defaultProps: { role: 'none' } },
    Drawer: { defaultProps: { closeButtonProps: closeButton } },
    Notification: { defaultProps: { closeButtonProps: dismissButton, withBorder: true } },
    Table: { defaultProps: { verticalSpacing: 'sm' } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...fromTokens, '--mantine-color-placeholder': '#776066', '--mantine-color-error': '#B3261E' },
  dark: {
    ...fromTokens,
    ...darkTints,
    '--mantine-color-placeholder': '#A08B87',
    '--mantine-color-error': '#FF9B91',
  },
})

/**
 * Background and text colours of badges and notices. Mantine's own backgrounds are nearly black on
 * dark cards.
 */
const darkTints = Object.fromEntries(
  Object.entries({
    kumkum: ['#451F28', '#F6B9B4'],
    blue: ['#16335C', '#A9CBFF'],
    green: ['#163D25', '#9BE3B0'],
    yellow: ['#3B2B0D', '#FADB7C'],
    orange: ['#43280F', '#F5BD87'],
    red: ['#4A1C1C', '#FFB3AB'],
    gray: ['#3B2C31', '#D9C6BE'],
  }).flatMap(([color, [background, text]]) => [
    [`--mantine-color-${color}-light`, background],
    [`--mantine-color-${color}-light-color`, text],
  ]),
)

const fromTokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default': 'var(--surface)',
}
